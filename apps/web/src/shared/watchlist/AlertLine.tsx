import type { PriceAlert } from '@clutch/contract'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import { Button } from '../ui/Button.tsx'
import styles from './AlertDialog.module.css'
import { useDeleteAlert } from './alerts.ts'

interface AlertLineProps {
  readonly alert: PriceAlert
  /** The alert's item, where the context does not name it. */
  readonly subject?: ReactNode
}

/** One active alert with its delete button. */
export function AlertLine({ alert, subject }: AlertLineProps) {
  const { t } = useTranslation('watch')
  const format = useFormat()
  const { run, isPending } = useDeleteAlert()
  const text = t(`alerts.when.${alert.side}_${alert.direction}`, { price: format.exact(alert.price) })
  return (
    <li className={styles['alert']}>
      <span className={styles['what']}>
        {subject}
        {text}
      </span>
      <Button
        look="quiet"
        isIcon
        isPending={isPending}
        aria-label={t('alerts.delete', { alert: text })}
        title={t('alerts.delete_hint')}
        onClick={() => run({ alert_id: alert.alert_id })}
      >
        <IconTrash size={18} stroke={1.6} />
      </Button>
    </li>
  )
}
