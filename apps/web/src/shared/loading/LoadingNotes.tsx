import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { useIsMissingUnreported } from './load-chunk.ts'
import { useIsNewBuildReady, startBuildChecks } from './build.ts'
import styles from './LoadingNotes.module.css'
import { MissingAction, MissingText } from './PageFallback.tsx'

/** Notes about a missing chunk or a newer build. Nothing reloads automatically. */
export function LoadingNotes() {
  const { t } = useTranslation()
  const isMissingUnreported = useIsMissingUnreported()
  const isNewBuildReady = useIsNewBuildReady()
  const [isPutOff, setPutOff] = useState(false)
  useEffect(startBuildChecks, [])
  if (isNewBuildReady && !isPutOff) {
    return (
      <output className={styles['note']}>
        <span>{t('loading.new_build')}</span>
        <div className={styles['acts']}>
          <Button look="accent" onClick={() => window.location.reload()}>
            {t('loading.reload')}
          </Button>
          <Button look="quiet" onClick={() => setPutOff(true)}>
            {t('loading.later')}
          </Button>
        </div>
      </output>
    )
  }
  if (!isMissingUnreported) return null
  return (
    <output className={styles['note']}>
      <span>
        <MissingText />
      </span>
      <MissingAction />
    </output>
  )
}
