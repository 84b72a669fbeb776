import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

interface NewestFirst<Entry, Cursor> {
  readonly queryKey: QueryKey
  readonly readFirstPage: () => Promise<Entry[]>
  readonly idOf: (entry: Entry) => string
  readonly firstCursor: Cursor
}

/**
 * Adds new entries on top of a paged history; invalidating it would refetch every loaded page. If more than a page is
 * new, the history restarts at its first page.
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
