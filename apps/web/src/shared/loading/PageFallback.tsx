import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { EmptyState } from '../ui/States.tsx'
import { reportMissing, retryChunksNow, useIsChunkMissing, useIsImportStuck } from './load-chunk.ts'

/** Placeholder of a page; says when its code does not load. */
export function PageFallback() {
  return useIsChunkMissing() ? <MissingPage /> : <Skeleton />
}

function MissingPage() {
  useEffect(reportMissing, [])
  return (
    <EmptyState action={<MissingAction />}>
      <MissingText />
    </EmptyState>
  )
}

/** Explains that a part of the app is missing. */
export function MissingText() {
  const { t } = useTranslation()
  return useIsImportStuck() ? t('loading.stuck') : t('loading.missing')
}

/** Retries at once, or reloads the page if only that may help. */
export function MissingAction() {
  const { t } = useTranslation()
  if (useIsImportStuck()) return <Button onClick={() => window.location.reload()}>{t('loading.reload')}</Button>
  return <Button onClick={retryChunksNow}>{t('action.retry')}</Button>
}
