import { IconCopy } from '@tabler/icons-react'
import { useRef } from 'react'
import { Button } from './Button.tsx'
import { Modal } from './Modal.tsx'
import styles from './SecretDialog.module.css'
import { showToast } from './toast-store.ts'

interface SecretDialogProps {
  readonly secret: string
  readonly title: string
  /** Says that it is shown this once. */
  readonly hint: string
  readonly label: string
  readonly copyLabel: string
  /** The toast after copying, and the one where the browser does not allow it. */
  readonly copied: string
  readonly select: string
  readonly onClose: () => void
}

/** Shows a new key, this once. Where the browser does not allow copying, the text is selected to be copied by hand. */
export function SecretDialog({ secret, title, hint, label, copyLabel, copied, select, onClose }: SecretDialogProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const copy = async (): Promise<void> => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(secret)
      showToast(copied, 'buy')
    } catch {
      showToast(select)
    }
  }
  return (
    <Modal title={title} isOpen onClose={onClose}>
      <div className={styles['secret']}>
        <p>{hint}</p>
        <label className={styles['label']}>
          {label}
          <textarea
            ref={field}
            className={styles['text']}
            readOnly
            rows={2}
            value={secret}
            onFocus={({ target }) => target.select()}
          />
        </label>
        <div className={styles['acts']}>
          <Button look="accent" onClick={() => void copy()}>
            <IconCopy size={18} stroke={1.6} aria-hidden="true" />
            {copyLabel}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
