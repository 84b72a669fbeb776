import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { EmptyState, SkeletonRows } from '../ui/States.tsx'
import { retryPartsNow, tellMissing, useIsPartMissing } from './app-parts.ts'

/** Stands where a page will, and says when its code does not come. */
export function PageFallback() {
  return useIsPartMissing() ? <MissingPage /> : <SkeletonRows />
}

function MissingPage() {
  const { t } = useTranslation()
  useEffect(tellMissing, [])
  return (
    <EmptyState action={<Button onClick={retryPartsNow}>{t('action.retry')}</Button>}>
      {t('loading.missing')}
    </EmptyState>
  )
}
