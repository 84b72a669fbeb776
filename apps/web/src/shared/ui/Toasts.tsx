import { Suspense, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { lazyChunk } from '../loading/lazy-chunk.tsx'
import { useToastsWanted } from './toast-store.ts'
import styles from './Toasts.module.css'

const ToastList = lazyChunk(async () => (await import('./ToastList.tsx')).ToastList)

/** Toasts, and lasting notes above them. Rendered above popups, which are appended to the end of the body. */
export function Toasts({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation()
  const isWanted = useToastsWanted()
  return createPortal(
    <section data-toast-region className={styles['region']} aria-live="polite" aria-label={t('toasts')}>
      {children}
      <Suspense>{isWanted && <ToastList />}</Suspense>
    </section>,
    document.body,
  )
}
