import { IconAlertTriangle, IconEgg } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../i18n/use-error-text.ts'
import { Button } from './Button.tsx'
import styles from './States.module.css'

/** A list without entries: one sentence and the next step. */
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
  /** Says around the message what could not be read. */
  readonly describe?: (message: string) => string
}

/** A list that could not be read: what happened, and again. */
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

/** Rows that stand where the data will stand, of the same height. */
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
