import { IconCopy } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/Button.tsx'
import { Modal } from '#shared/ui/Modal.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import styles from './AdminPanel.module.css'
import own from './SecretDialog.module.css'

interface SecretDialogProps {
  readonly title: string
  readonly label: string
  readonly secret: string
  /** Says why it must be copied now. */
  readonly children: string
  readonly onClose: () => void
}

/** Shows a new secret, this once. Where the browser does not allow copying, the text is selected to be copied by hand. */
export function SecretDialog({ title, label, secret, children, onClose }: SecretDialogProps) {
  const { t } = useTranslation('operator')
  const field = useRef<HTMLTextAreaElement>(null)
  const copy = async (): Promise<void> => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(secret)
      showToast(t('secret.copied'), 'buy')
    } catch {
      showToast(t('secret.select'))
    }
  }
  return (
    <Modal title={title} isOpen onClose={onClose}>
      <div className={own['secret']}>
        <p>{children}</p>
        <label className={styles['entry']}>
          {label}
          <textarea
            ref={field}
            className={styles['input']}
            readOnly
            rows={2}
            value={secret}
            onFocus={({ target }) => target.select()}
          />
        </label>
        <div className={styles['line']}>
          <Button look="accent" onClick={() => void copy()}>
            <IconCopy size={18} stroke={1.6} aria-hidden="true" />
            {t('secret.copy')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
