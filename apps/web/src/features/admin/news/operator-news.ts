import type { CallBody, CallResponse, NewsEntry } from '@clutch/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { ApiError } from '#shared/api/api-error.ts'
import { sendUnderKey } from '../api/operator-command.ts'

type OperatorNews = CallResponse<'POST /admin/news'>

const KEY = ['operator-news']

/**
 * The operators' entries and the pack's. Every read is a row in the audit log, so they are refetched only when needed.
 */
export function useOperatorNews() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi('POST /admin/news', {}, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}

export function useSaveNews() {
  const onSettled = useRefetch()
  return useMutation({
    mutationFn: async (body: CallBody<'POST /admin/save-news'>) =>
      (await sendUnderKey('POST /admin/save-news', body)).entry,
    onSettled,
  })
}

export function useWithdrawNews() {
  const onSettled = useRefetch()
  return useMutation({
    mutationFn: async (body: CallBody<'POST /admin/withdraw-news'>) =>
      (await sendUnderKey('POST /admin/withdraw-news', body)).entry,
    onSettled,
  })
}

/** Refetches after saving: shows the result, or what another operator saved first. */
function useRefetch() {
  const client = useQueryClient()
  return async (saved: NewsEntry | undefined, error: Error | null): Promise<void> => {
    if (saved !== undefined) {
      client.setQueryData<OperatorNews>(KEY, (news) => news && { ...news, response: withEntry(news.response, saved) })
    }
    if (error === null || (error instanceof ApiError && error.code === 'news_changed')) {
      await client.invalidateQueries({ queryKey: KEY })
    }
  }
}

function withEntry(entries: readonly NewsEntry[], saved: NewsEntry): NewsEntry[] {
  return [saved, ...entries.filter(({ entry_id }) => entry_id !== saved.entry_id)]
}
