import { EVIDENCE_PAGE_SIZE, PARKED_PAGE_SIZE } from '@clutch/contract/constants'
import type { ParkedExchange } from '@clutch/contract'
import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { ECONOMY_STATUS_KEY } from '../economy/economy-status.ts'

const KEY = ['parked-exchanges']
/** Every read is a row in the audit log, so nothing is refetched automatically. */
const READ_ONCE = { staleTime: Infinity, gcTime: 0, retry: false } as const

/** The next page's cursor is stored, since decided exchanges leave their page. */
interface ParkedPage {
  readonly exchanges: readonly ParkedExchange[]
  readonly next: string | undefined
}

/** Parked exchanges, page by page, oldest first. */
export function useParked() {
  return useInfiniteQuery({
    queryKey: KEY,
    queryFn: async ({ pageParam, signal }): Promise<ParkedPage> => {
      const { response } = await callApi('POST /admin/parked-exchanges', { last_uuid: pageParam }, { signal })
      return { exchanges: response, next: response.length < PARKED_PAGE_SIZE ? undefined : response.at(-1)?.id }
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    ...READ_ONCE,
  })
}

/** Removes a decided exchange from the list and from the count in the tab. */
export function useForgetParked(): (exchangeId: string) => void {
  const client = useQueryClient()
  return (exchangeId) => {
    const without = ({ exchanges, next }: ParkedPage): ParkedPage => ({
      exchanges: exchanges.filter(({ id }) => id !== exchangeId),
      next,
    })
    client.setQueryData<InfiniteData<ParkedPage>>(KEY, (list) => list && { ...list, pages: list.pages.map(without) })
    void client.invalidateQueries({ queryKey: ECONOMY_STATUS_KEY })
  }
}

/** The steps of an exchange, page by page, newest first. */
export function useEvidence(exchangeId: string) {
  return useInfiniteQuery({
    queryKey: ['exchange-evidence', exchangeId],
    queryFn: async ({ pageParam, signal }) =>
      (await callApi('POST /admin/exchange-evidence', { exchange_id: exchangeId, before_step: pageParam }, { signal }))
        .response,
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < EVIDENCE_PAGE_SIZE ? undefined : page.at(-1)?.id),
    ...READ_ONCE,
  })
}
