import { IconAlertTriangle, IconEgg } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../i18n/use-error-text.ts'
import { Button } from './Button.tsx'
import styles from './States.module.css'

/** An empty list: one sentence and the next step. */
export function EmptyState({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className={styles['state']}>
      <IconEgg size={32} stroke={1.5} aria-hidden="true" />
      <p>{children}</p>
      {action}
    </div>
  )
}

interface ErrorStateProps {
  readonly error: unknown
  readonly onRetry: () => void
  /** Adds to the message what could not be loaded. */
  readonly describe?: (message: string) => string
}

/** A list that failed to load: the error, and a retry. */
export function ErrorState({ error, onRetry, describe }: ErrorStateProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <div className={styles['state']} role="alert">
      <IconAlertTriangle size={28} stroke={1.5} aria-hidden="true" />
      <p>{describe === undefined ? errorText(error) : describe(errorText(error))}</p>
      <Button onClick={onRetry}>{t('action.retry')}</Button>
    </div>
  )
}

const SKELETON_ROWS = Array.from({ length: 14 }, (_, index) => index)

/** Placeholder rows with the height of the data. */
export function SkeletonRows() {
  const { t } = useTranslation()
  return (
    <output aria-label={t('state.loading')} className={styles['skeleton']}>
      {SKELETON_ROWS.map((row) => (
        <span key={row} className={styles['row']} />
      ))}
    </output>
  )
}
