import type { CallBody } from '@clutch/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { isOutcomeUnknown } from '#shared/api/api-error.ts'
import { useApiMutation } from '#shared/api/use-command.ts'

const LOADED_KEY = ['operator-content']
/** Retries under the same key while there is no response. */
const RETRIES_MAX = 2

/** The loaded pack. Every read is a row in the audit log. */
export function useLoadedContent() {
  return useQuery({
    queryKey: LOADED_KEY,
    queryFn: ({ signal }) => callApi('POST /admin/content', {}, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}

export function useCheckContent() {
  return useApiMutation({
    mutationFn: (folder: string) => callApi('POST /admin/check-content', { folder }),
    errors: 'inline',
  })
}

/** Loads a checked pack. The live connection triggers the refetches for everyone. */
export function useLoadContent() {
  return useApiMutation({
    mutationFn: (body: CallBody<'POST /admin/load-content'>) => callApi('POST /admin/load-content', body),
    retry: (failures, error) => failures < RETRIES_MAX && isOutcomeUnknown(error),
    errors: 'inline',
    invalidates: [LOADED_KEY],
  })
}
