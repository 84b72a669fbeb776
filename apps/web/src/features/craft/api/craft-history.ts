import type { CraftHistoryEntry } from '@clutch/contract'
import { Queue, QueueStatus } from '@clutch/contract/live/values'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { readNewest } from '#shared/api/newest-first.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { useLiveEvent } from '#shared/live/live.ts'

const CRAFT_HISTORY_KEY = ['craft-history']

interface Cursor {
  readonly last_process_date: number
  readonly last_id?: string
}

function firstCursor(dayEndSec: number): Cursor {
  return { last_process_date: dayEndSec }
}

/** Finished crafts, newest first, page by page; the first cursor is the end of the chosen day (document 2 §7). */
export function useCraftHistory(dayEndSec: number) {
  const client = useQueryClient()
  const queryKey = [...CRAFT_HISTORY_KEY, dayEndSec]
  const newest = firstCursor(dayEndSec)
  useLiveEvent('queueChanged', ({ payload }) => {
    if (payload.case !== 'queueChanged' || payload.value.queue !== Queue.CRAFT) return
    if (payload.value.status !== QueueStatus.FINISHED) return
    const firstPage = { queryKey, readFirstPage: () => readPage(newest), idOf, firstCursor: newest }
    void readNewest(client, firstPage).catch(() => client.invalidateQueries({ queryKey }))
  })
  return useInfiniteQuery({
    queryKey,
    enabled: useSignedIn(),
    initialPageParam: newest,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    getNextPageParam: (page: readonly CraftHistoryEntry[]): Cursor | undefined => {
      const last = page.at(-1)
      return last === undefined ? undefined : { last_process_date: last.process_date, last_id: last.id }
    },
  })
}

const idOf = ({ id }: CraftHistoryEntry) => id

function readPage(cursor: Cursor, signal?: AbortSignal): Promise<CraftHistoryEntry[]> {
  return callApi('POST /craft/get-history', { ...cursor }, signal === undefined ? {} : { signal })
}
