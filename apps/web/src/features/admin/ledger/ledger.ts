import type { CallBody } from '@clutch/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'

/** Every read is a row in the audit log, so nothing is refetched automatically. */
const READ_ONCE = { staleTime: Infinity, gcTime: 0, retry: false } as const

export type LedgerFilter = Omit<CallBody<'POST /admin/ledger'>, 'last_uuid'>

export function useLedger(filter: LedgerFilter) {
  return useInfiniteQuery({
    queryKey: ['ledger', filter],
    queryFn: ({ pageParam, signal }) => callApi('POST /admin/ledger', { ...filter, last_uuid: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    ...READ_ONCE,
  })
}

export function useWholeOperation(operationId: string) {
  return useQuery({
    queryKey: ['operation', operationId],
    queryFn: ({ signal }) => callApi('POST /admin/operation', { operation_id: operationId }, { signal }),
    ...READ_ONCE,
  })
}
