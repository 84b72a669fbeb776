import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

interface NewestFirst<Entry, Cursor> {
  readonly queryKey: QueryKey
  readonly readFirstPage: () => Promise<Entry[]>
  readonly idOf: (entry: Entry) => string
  readonly firstCursor: Cursor
}

/**
 * Puts the entries that are new since the last read on top of a history that is read page by page. Invalidating it
 * would read every loaded page again. Where more than a page is new, the history begins again at its first page.
 */
export async function readNewest<Entry, Cursor>(
  client: QueryClient,
  { queryKey, readFirstPage, idOf, firstCursor }: NewestFirst<Entry, Cursor>,
): Promise<void> {
  if (client.getQueryData(queryKey) === undefined) return
  const latest = await readFirstPage()
  client.setQueryData<InfiniteData<Entry[], Cursor>>(queryKey, (known) => {
    if (known === undefined) return known
    const [newest] = known.pages.flat()
    const at = newest === undefined ? -1 : latest.findIndex((entry) => idOf(entry) === idOf(newest))
    if (at === -1) return { pages: [latest], pageParams: [firstCursor] }
    const [top = [], ...older] = known.pages
    return { ...known, pages: [[...latest.slice(0, at), ...top], ...older] }
  })
}
