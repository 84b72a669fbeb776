import { useAllKeys, usePageKeys } from '#shared/ui/keyboard.ts'

interface Shortcuts {
  readonly openKeys: () => void
  readonly openPalette: () => void
}

/**
 * `/` focuses the page's search, `?` lists the shortcuts; neither while typing. Ctrl K, or Command K, opens the palette
 * anywhere.
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
