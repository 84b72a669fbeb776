import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { dismissToast, useToasts } from './toast-store.ts'
import styles from './Toasts.module.css'

/**
 * Toasts, and lasting notes above them, announced to screen readers. Rendered above popups, which are appended to the
 * end of the body.
 */
export function Toasts({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation()
  const toasts = useToasts()
  return createPortal(
    <section data-toasts className={styles['region']} aria-live="polite" aria-label={t('toasts')}>
      {children}
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
    </section>,
    document.body,
  )
}

/** Whether an event happened on a toast rather than on the page below it. */
export function isOnToasts(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-toasts]') !== null
}
