import { useEffect, useEffectEvent } from 'react'

/** `/` goes to the page's search, `?` lists the keys; neither while something is being typed. */
export function useShortcuts(openKeys: () => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (event.key === '/') {
      const search = document.querySelector<HTMLInputElement>('input[type="search"]')
      if (search === null) return
      event.preventDefault()
      search.focus()
      search.select()
    } else if (event.key === '?') openKeys()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"]') !== null
}
