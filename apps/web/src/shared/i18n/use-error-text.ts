import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error.ts'
import { useFormat } from '../format/use-format.ts'

/** What to show for a failure: our translation of its code, of the limit that it names if any, else the server's message. */
export function useErrorText(): (error: unknown) => string {
  const { t, i18n } = useTranslation('errors')
  const format = useFormat()
  return (error) => {
    if (!(error instanceof ApiError)) return t('internal')
    const context = String(error.params['limit'] ?? '')
    return i18n.exists(`errors:${error.code}`) ? t(error.code, { ...written(error.params), context }) : error.message
  }

  /** Figures as people write them; a count stays a number, which chooses the form of its noun. */
  function written(params: ApiError['params']): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === 'number' && name !== 'count' ? format.exact(value) : value,
      ]),
    )
  }
}
