import { useTranslation } from 'react-i18next'
import { IconX } from '@tabler/icons-react'
import { dismissToast, useToasts } from './toast-store.ts'
import styles from './Toasts.module.css'

/** Short notes at the edge, announced to screen readers. */
export function Toasts() {
  const { t } = useTranslation()
  const toasts = useToasts()
  return (
    <section className={styles['region']} aria-live="polite" aria-label={t('toasts')}>
      {toasts.map(({ id, tone, text }) => (
        <div key={id} className={styles[tone]}>
          <span>{text}</span>
          <button
            type="button"
            className={styles['close']}
            aria-label={t('action.close')}
            onClick={() => dismissToast(id)}
          >
            <IconX size={14} />
          </button>
        </div>
      ))}
    </section>
  )
}
