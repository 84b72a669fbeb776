import type { PriceAlert } from '@clutch/contract'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand } from '../api/use-command.ts'
import { otherTabs } from '../api/query-client.ts'
import { useFormat } from '../format/use-format.ts'
import { useErrorText } from '../i18n/use-error-text.ts'
import { Button } from '../ui/Button.tsx'
import styles from './AlertDialog.module.css'
import { alertsQuery, withoutAlert } from './alerts.ts'

interface AlertLineProps {
  readonly alert: PriceAlert
  /** The alert's item, where the context does not name it. */
  readonly subject?: ReactNode
}

/** One active alert with its delete button. */
export function AlertLine({ alert, subject }: AlertLineProps) {
  const { t } = useTranslation('watch')
  const format = useFormat()
  const errorText = useErrorText()
  const client = useQueryClient()
  const { run, isPending, error } = useCommand<'POST /alerts/delete'>()
  const text = t(`alerts.when.${alert.side}_${alert.direction}`, { price: format.exact(alert.price) })
  const remove = () =>
    run(
      'POST /alerts/delete',
      { alert_id: alert.alert_id },
      {
        onSuccess: ({ alert_id }) => {
          client.setQueryData(alertsQuery.queryKey, (alerts) => withoutAlert(alerts, alert_id))
          otherTabs.invalidate(alertsQuery.queryKey)
        },
      },
    )
  return (
    <li className={styles['alert']}>
      <span className={styles['what']}>
        {subject}
        {text}
        {error !== null && (
          <span role="alert" className={styles['failure']}>
            {errorText(error)}
          </span>
        )}
      </span>
      <Button
        look="quiet"
        isIcon
        isPending={isPending}
        aria-label={t('alerts.delete', { alert: text })}
        title={t('alerts.delete_hint')}
        onClick={remove}
      >
        <IconTrash size={18} stroke={1.6} />
      </Button>
    </li>
  )
}
