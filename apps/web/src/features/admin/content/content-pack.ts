import { useMutation, useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'

/** The loaded pack. Each look is a row in the audit log. */
export function useLoadedContent() {
  return useQuery({
    queryKey: ['operator-content'],
    queryFn: ({ signal }) => callApi('POST /admin/content', {}, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}

export function useCheckContent() {
  return useMutation({ mutationFn: (folder: string) => callApi('POST /admin/check-content', { folder }) })
}
