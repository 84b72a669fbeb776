import type { PriceAlert } from '@clutch/contract'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCommand } from '../api/use-command.ts'
import { useFormat } from '../format/use-format.ts'
import { useErrorText } from '../i18n/use-error-text.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/States.tsx'
import styles from './AlertDialog.module.css'
import { alertsQuery, useItemAlerts, withoutAlert } from './alerts.ts'

/** The alerts that wait for this item, each with the way to take it back. */
export function AlertList({ itemId }: { readonly itemId: number }) {
  const { t } = useTranslation('watch')
  const { data, error, refetch } = useItemAlerts(itemId)
  return (
    <section className={styles['waiting']} aria-label={t('alerts.waiting')}>
      <h3 className={styles['heading']}>{t('alerts.waiting')}</h3>
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <span className={styles['ghost']} />}
      {data?.length === 0 && <p className={styles['none']}>{t('alerts.none')}</p>}
      <ul>
        {data?.map((alert) => (
          <AlertLine key={alert.alert_id} alert={alert} />
        ))}
      </ul>
    </section>
  )
}

function AlertLine({ alert }: { readonly alert: PriceAlert }) {
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
        },
      },
    )
  return (
    <li className={styles['alert']}>
      <span>
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
