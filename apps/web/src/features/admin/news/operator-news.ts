import type { CallBody, CallResponse, NewsEntry } from '@clutch/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { ApiError } from '#shared/api/api-error.ts'
import { useApiMutation } from '#shared/api/use-command.ts'
import { sendUnderKey } from '../operator-command.ts'

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
  return useNewsMutation(
    async (body: CallBody<'POST /admin/save-news'>) => (await sendUnderKey('POST /admin/save-news', body)).entry,
    'inline',
  )
}

/** Withdraws an entry, which a dialog confirms, or restores it. */
export function useWithdrawNews(errors: 'inline' | 'toast') {
  return useNewsMutation(
    async (body: CallBody<'POST /admin/withdraw-news'>) =>
      (await sendUnderKey('POST /admin/withdraw-news', body)).entry,
    errors,
  )
}

/** Refetches after saving: shows the result, or what another operator saved first. */
function useNewsMutation<Body>(mutationFn: (body: Body) => Promise<NewsEntry>, errors: 'inline' | 'toast') {
  const client = useQueryClient()
  return useApiMutation({
    mutationFn,
    errors,
    invalidates: [KEY],
    onSuccess(saved) {
      client.setQueryData<OperatorNews>(KEY, (news) => news && { ...news, response: withEntry(news.response, saved) })
    },
    async onError(error) {
      if (error instanceof ApiError && error.code === 'news_changed') await client.invalidateQueries({ queryKey: KEY })
    },
  })
}

function withEntry(entries: readonly NewsEntry[], saved: NewsEntry): NewsEntry[] {
  return [saved, ...entries.filter(({ entry_id }) => entry_id !== saved.entry_id)]
}
