import { useTranslation } from 'react-i18next'
import { Modal } from '../ui/Modal.tsx'
import styles from './SignInDialog.module.css'
import { SignInLink } from './SignInLink.tsx'

interface SignInDialogProps {
  /** Why signing in is needed here. */
  readonly text: string
  readonly onClose: () => void
}

/** Asks an anonymous visitor who wants to act to sign in. */
export function SignInDialog({ text, onClose }: SignInDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal title={t('action.sign_in')} isOpen onClose={onClose}>
      <div className={styles['body']}>
        <p>{text}</p>
        <SignInLink>{t('action.sign_in')}</SignInLink>
      </div>
    </Modal>
  )
}
