import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EmptySubject } from '../art/EmptyPicture.tsx'
import { useErrorText } from '../i18n/use-error-text.ts'
import { lazyChunk } from '../loading/lazy-chunk.tsx'
import { Button } from './Button.tsx'
import styles from './States.module.css'

const EmptyPicture = lazyChunk(async () => (await import('../art/EmptyPicture.tsx')).EmptyPicture, null)

/** The picture of a page or list that has nothing to show; its box keeps its size while it loads. */
export function StatePicture({ subject }: { readonly subject: EmptySubject }) {
  return (
    <div className={styles['picture']}>
      <EmptyPicture subject={subject} />
    </div>
  )
}

interface EmptyStateProps {
  readonly children: ReactNode
  /** What belongs into the list; lists of operators have no picture. */
  readonly subject?: EmptySubject
  readonly action?: ReactNode
}

/** An empty list: a picture, one sentence and the next step. */
export function EmptyState({ children, subject, action }: EmptyStateProps) {
  return (
    <div className={styles['state']}>
      {subject !== undefined && <StatePicture subject={subject} />}
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
