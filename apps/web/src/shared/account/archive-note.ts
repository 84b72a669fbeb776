import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callApi } from '#shared/api/api.ts'
import { useSignedIn } from '#shared/auth/session.ts'
import { useFormat } from '#shared/format/use-format.ts'

/**
 * A sentence for the end of the player's histories: before when their entries are archived. Undefined if none are, or
 * while that is not known.
 */
export function useArchiveNote(): string | undefined {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const { data } = useQuery({
    queryKey: ['inventory-archive'],
    enabled: useSignedIn(),
    queryFn: ({ signal }) => callApi('GET /inventory/archive', null, { signal }),
  })
  return data?.archived_before ? t('archived', { date: format.date(data.archived_before) }) : undefined
}
