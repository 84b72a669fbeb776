import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { callApi } from '../api/api.ts'
import { otherTabs } from '../api/query-client.ts'
import { useKeyedCommands } from '../api/use-command.ts'
import { useSignedIn } from '../auth/session.ts'
import { useErrorText } from '../i18n/use-error-text.ts'
import { showToast } from '../ui/toast-store.ts'

export const watchlistQuery = queryOptions({
  queryKey: ['watchlist'],
  structuralSharing: false,
  queryFn: async ({ signal }): Promise<ReadonlySet<number>> =>
    new Set((await callApi('POST /watchlist/get', {}, { signal })).item_ids),
})

const NOTHING_WATCHED: ReadonlySet<number> = new Set()

/** The player's watched items; stored on the server, so that all devices share them. */
export function useWatchlist(): ReadonlySet<number> {
  return useQuery({ ...watchlistQuery, enabled: useSignedIn() }).data ?? NOTHING_WATCHED
}

/** Whether an item is watched, and a toggle. Optimistic; a rejection reverts it. */
export function useWatch(itemId: number) {
  const client = useQueryClient()
  const errorText = useErrorText()
  const commands = useKeyedCommands()
  const isUnderWay = useRef(false)
  const isWatched = useWatchlist().has(itemId)
  const show = (isShown: boolean) =>
    client.setQueryData(watchlistQuery.queryKey, (watched = NOTHING_WATCHED) => withItem(watched, itemId, isShown))
  // Not a component mutation: the response also counts after the player has moved on.
  const change = async () => {
    await client.cancelQueries(watchlistQuery)
    show(!isWatched)
    try {
      await commands.send('POST /watchlist/set', { item_id: itemId, is_watched: !isWatched })
      otherTabs.invalidate(watchlistQuery.queryKey)
    } catch (error) {
      show(isWatched)
      showToast(errorText(error), 'error')
    }
  }
  return {
    isWatched,
    toggle: () => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      void change().finally(() => {
        isUnderWay.current = false
      })
    },
  }
}

/** The list with an item added or removed. A new one comes first, as on the server. */
export function withItem(watched: ReadonlySet<number>, itemId: number, isWatched: boolean): ReadonlySet<number> {
  const others = [...watched].filter((id) => id !== itemId)
  return new Set(isWatched ? [itemId, ...others] : others)
}
