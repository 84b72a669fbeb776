import type { ChatReport } from '@clutch/contract'
import { CHAT_HISTORY_PAGE_SIZE } from '@clutch/contract/constants'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useCommand } from '#shared/api/use-command.ts'

const REPORTS_KEY = ['chat-reports']
/** Every read is a row in the audit log, so nothing is refetched automatically. */
const READ_ONCE = { staleTime: Infinity, gcTime: 0, retry: false } as const

/** Open reports, oldest first. */
export function useReports() {
  return useQuery({
    queryKey: REPORTS_KEY,
    queryFn: async ({ signal }) => (await callApi('POST /chat/reports', null, { signal })).response,
    ...READ_ONCE,
  })
}

/** Closes a report. */
export function useSettleReport() {
  return useCommand('POST /chat/settle-report')
}

/** Removes all reports of a message from the list: they are closed together. */
export function useForgetReports(): (message: ChatReport['message']) => void {
  const client = useQueryClient()
  return ({ id }) =>
    client.setQueryData<readonly ChatReport[]>(REPORTS_KEY, (reports) =>
      reports?.filter(({ message }) => message.id !== id),
    )
}

/** The moderation log, page by page, newest first. */
export function useModerationLog() {
  return useInfiniteQuery({
    queryKey: ['moderation-log'],
    queryFn: async ({ pageParam, signal }) =>
      (await callApi('POST /chat/log', { last_uuid: pageParam }, { signal })).entries,
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < CHAT_HISTORY_PAGE_SIZE ? undefined : page.at(-1)?.id),
    ...READ_ONCE,
  })
}
