import { useEffectEvent, useLayoutEffect } from 'react'

/** Calls the handler for keys pressed on the page while not typing and no popup is open. */
export function usePageKeys(handle: (event: KeyboardEvent) => void): void {
  useAllKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
    handle(event)
  })
}

/** Calls the handler for every key pressed anywhere, with any modifiers, except during composition. */
export function useAllKeys(handle: (event: KeyboardEvent) => void): void {
  const call = useEffectEvent(handle)
  // Before the first paint, since a visible page may receive keys at once.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (pressedKey(event) !== '') call(event)
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

interface PressedKey {
  readonly key: string
  readonly keyCode: number
  readonly isComposing?: boolean
  readonly nativeEvent?: { readonly isComposing: boolean }
}

/** Safari ends a composition before the key press that ends it, and marks that press with this code only. */
const COMPOSING_KEY_CODE = 229

/**
 * The pressed key, or an empty text during composition: Enter, Escape and arrows then choose among suggestions and must
 * not act on the page.
 */
export function pressedKey({ key, keyCode, isComposing, nativeEvent }: PressedKey): string {
  return (isComposing ?? nativeEvent?.isComposing ?? false) || keyCode === COMPOSING_KEY_CODE ? '' : key
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"]') !== null
}
