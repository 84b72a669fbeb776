import { CHAT_REASON_LENGTH_MAX } from '@clutch/contract/constants'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../i18n/use-error-text.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
import styles from './ReasonForm.module.css'

interface ReasonFormProps {
  readonly title: string
  readonly label: string
  readonly submitLabel: string
  readonly isPending: boolean
  readonly error: Error | null
  /** A specific text for an error; undefined for the common one. */
  readonly describeError?: (error: Error) => string | undefined
  readonly onSubmit: (reason: string) => void
  readonly onClose: () => void
  /** The subject, and further fields. */
  readonly children: ReactNode
}

/** A popup that asks for a reason. */
export function ReasonForm(props: ReasonFormProps) {
  const { title, label, submitLabel, isPending, error, describeError, onSubmit, onClose, children } = props
  const { t } = useTranslation('chat')
  const errorText = useErrorText()
  const fieldId = useId()
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  return (
    <Modal title={title} isOpen onClose={onClose}>
      <form
        noValidate
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (reason.trim() !== '') onSubmit(reason.trim())
        }}
      >
        {children}
        <label htmlFor={fieldId} className={styles['label']}>
          {label}
        </label>
        <input
          id={fieldId}
          data-initial-focus
          value={reason}
          maxLength={CHAT_REASON_LENGTH_MAX}
          autoComplete="off"
          className={styles['field']}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className={styles['notes']} role="alert">
          {isAsked && reason.trim() === '' && <p>{t('reason_needed')}</p>}
          {error !== null && <p>{describeError?.(error) ?? errorText(error)}</p>}
        </div>
        <Button type="submit" look="accent" isPending={isPending}>
          {submitLabel}
        </Button>
      </form>
    </Modal>
  )
}
