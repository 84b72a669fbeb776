import { Toast } from '@base-ui/react/toast'
import { IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { startToasts, toastManager } from './toast-store.ts'
import styles from './Toasts.module.css'

const TOASTS_SHOWN_MAX = 4

/** The toasts, newest at the bottom. Their time stops while the pointer or the focus is on one. */
export function ToastList() {
  useEffect(startToasts, [])
  return (
    <Toast.Provider toastManager={toastManager} limit={TOASTS_SHOWN_MAX}>
      {/* The region around it has a name and is live already. */}
      <Toast.Viewport data-toasts role="none" aria-live={undefined} aria-label={undefined} className={styles['list']}>
        <Listed />
      </Toast.Viewport>
    </Toast.Provider>
  )
}

function Listed() {
  const { t } = useTranslation()
  const { toasts } = Toast.useToastManager<{ readonly isReward: boolean }>()
  // The manager lists the newest first; toasts added together must be announced in the order they were added.
  return toasts.toReversed().map((toast) => (
    // Not a dialog: it asks nothing, and is announced as it is added to the live region.
    <Toast.Root
      key={toast.id}
      toast={toast}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="group"
      aria-modal={undefined}
      className={styles['toast']}
      data-reward={toast.data?.isReward || undefined}
      swipeDirection={['left', 'right']}
    >
      <Toast.Content className={styles['content']}>
        <Toast.Title render={<span />} />
        <Toast.Close className={styles['close']} aria-hidden={false} aria-label={t('action.close')}>
          <IconX size={14} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
