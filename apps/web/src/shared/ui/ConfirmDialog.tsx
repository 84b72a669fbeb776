import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../i18n/use-error-text.ts'
import { Button } from './Button.tsx'
import styles from './ConfirmDialog.module.css'
import { Modal, type FinalFocus } from './Modal.tsx'

interface ConfirmDialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly isPending: boolean
  readonly error: Error | null
  readonly confirmLabel: string
  /** Style of the confirm button; destructive by default. */
  readonly look?: 'sell' | 'accent'
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly finalFocus?: FinalFocus
  readonly children?: ReactNode
}

/** Confirms something irreversible. Errors show inside, with a retry. */
export function ConfirmDialog({
  title,
  isOpen,
  isPending,
  error,
  children,
  look = 'sell',
  ...rest
}: ConfirmDialogProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <Modal title={title} isOpen={isOpen} onClose={rest.onClose} finalFocus={rest.finalFocus}>
      {children}
      {error !== null && (
        <p role="alert" className={styles['error']}>
          {errorText(error)}
        </p>
      )}
      <div className={styles['actions']}>
        <Button onClick={rest.onClose}>{t('action.keep')}</Button>
        <Button look={look} isPending={isPending} onClick={rest.onConfirm}>
          {rest.confirmLabel}
        </Button>
      </div>
    </Modal>
  )
}
