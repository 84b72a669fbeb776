import { useAllKeys, usePageKeys } from '#shared/ui/keyboard.ts'

interface Shortcuts {
  readonly openKeys: () => void
  readonly openPalette: () => void
}

/**
 * `/` goes to the page's search, `?` lists the keys; neither while something is being typed. Ctrl K, or Command K, finds
 * anything from anywhere.
 */
export function useShortcuts({ openKeys, openPalette }: Shortcuts): void {
  usePageKeys((event) => {
    if (event.key === '/') {
      const search = document.querySelector<HTMLInputElement>('input[type="search"]')
      if (search === null) return
      event.preventDefault()
      search.focus()
      search.select()
    } else if (event.key === '?') openKeys()
  })
  useAllKeys((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
    event.preventDefault()
    openPalette()
  })
}
