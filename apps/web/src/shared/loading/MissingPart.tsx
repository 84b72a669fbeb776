import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { retryPartsNow, useIsPartStuck } from './app-parts.ts'

/** Says that a part of the app is missing, and what comes of that. */
export function MissingText() {
  const { t } = useTranslation()
  return useIsPartStuck() ? t('loading.stuck') : t('loading.missing')
}

/** Has what is missing tried again at once, or the page loaded anew where that alone may help. */
export function MissingAction() {
  const { t } = useTranslation()
  if (useIsPartStuck()) return <Button onClick={() => window.location.reload()}>{t('loading.reload')}</Button>
  return <Button onClick={retryPartsNow}>{t('action.retry')}</Button>
}
