import { useEffectEvent, useLayoutEffect } from 'react'

/** Calls the handler for every key pressed on the page while nothing is typed and no popup is open. */
export function usePageKeys(handle: (event: KeyboardEvent) => void): void {
  useAllKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
    handle(event)
  })
}

/** Calls the handler for every key pressed, wherever and with whatever else is held down. */
export function useAllKeys(handle: (event: KeyboardEvent) => void): void {
  const call = useEffectEvent(handle)
  // Before anything is painted: whoever sees the page may press at once.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => call(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"]') !== null
}
