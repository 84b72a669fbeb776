import { useTranslation } from 'react-i18next'
import { Modal } from '#shared/ui/Modal.tsx'
import styles from './KeysDialog.module.css'

const KEYS = [
  { keys: ['/'], label: 'keys.search' },
  { keys: ['Ctrl', 'K'], label: 'keys.palette' },
  { keys: ['↑', '↓'], label: 'keys.move' },
  { keys: ['B'], label: 'keys.buy' },
  { keys: ['S'], label: 'keys.sell' },
  { keys: ['Esc'], label: 'keys.close' },
  { keys: ['?'], label: 'keys.list' },
] as const

/** Lists the keyboard shortcuts. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal title={t('keys.title')} isOpen onClose={onClose}>
      <dl className={styles['keys']}>
        {KEYS.map(({ keys, label }) => (
          <div key={label} className={styles['line']}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(label)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
