import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error.ts'

/** What to show for a failure: our translation of its code, of the limit that it names if any, else the server's message. */
export function useErrorText(): (error: unknown) => string {
  const { t, i18n } = useTranslation('errors')
  return (error) => {
    if (!(error instanceof ApiError)) return t('internal')
    const context = String(error.params['limit'] ?? '')
    return i18n.exists(`errors:${error.code}`) ? t(error.code, { ...error.params, context }) : error.message
  }
}
