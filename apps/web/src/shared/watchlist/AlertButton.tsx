import { lazyChunk } from '../loading/lazy-chunk.tsx'
import { IconBellPlus, IconBellRinging } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import { Button } from '../ui/Button.tsx'
import { useItemAlerts } from './alerts.ts'
import styles from './StarButton.module.css'

const AlertDialog = lazyChunk(async () => (await import('./AlertDialog.tsx')).AlertDialog)

/** Opens an item's price alerts, and shows whether any is active. */
export function AlertButton({ itemId }: { readonly itemId: number }) {
  const { t } = useTranslation('watch')
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const waiting = useItemAlerts(itemId).data?.length ?? 0
  const label = waiting === 0 ? t('alerts.open') : t('alerts.open_count', { amount: format.exact(waiting) })
  const Bell = waiting === 0 ? IconBellPlus : IconBellRinging
  return (
    <>
      <Button
        look="quiet"
        isIcon
        className={styles['alert']}
        data-waiting={waiting > 0 || undefined}
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      >
        <Bell size={20} stroke={1.6} />
      </Button>
      {isOpen && (
        <Suspense>
          <AlertDialog itemId={itemId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
