import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { retryChunksNow, useIsImportStuck } from './chunk-loading.ts'

/** Says that a part of the app is missing, and what comes of that. */
export function MissingText() {
  const { t } = useTranslation()
  return useIsImportStuck() ? t('loading.stuck') : t('loading.missing')
}

/** Has what is missing tried again at once, or the page loaded anew where that alone may help. */
export function MissingAction() {
  const { t } = useTranslation()
  if (useIsImportStuck()) return <Button onClick={() => window.location.reload()}>{t('loading.reload')}</Button>
  return <Button onClick={retryChunksNow}>{t('action.retry')}</Button>
}
