import type { WebhookDelivery } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { Modal } from '#shared/ui/Modal.tsx'
import styles from '../AdminPanel.module.css'
import { Pages } from '../Pages.tsx'
import own from './Webhooks.module.css'
import { useDeliveries, useSendWebhook } from './webhooks.ts'

interface DeliveryTableProps {
  readonly id: string
  readonly onSent: (delivery: WebhookDelivery) => void
}

/** The latest attempts of an endpoint with their outcome and message; each can be sent again. */
export function DeliveryTable({ id, onSent }: DeliveryTableProps) {
  const { t } = useTranslation('operator')
  const format = useFormat()
  const [isFailuresOnly, setFailuresOnly] = useState(false)
  const [shown, setShown] = useState<WebhookDelivery | null>(null)
  const deliveries = useDeliveries(id, isFailuresOnly)
  const { mutate, isPending, variables } = useSendWebhook()
  const columns: readonly Column<WebhookDelivery>[] = [
    {
      key: 'event',
      head: t('hooks.event'),
      isName: true,
      renderCell: ({ type, event_id }) => (
        <>
          <code>{type}</code>
          <span className={own['id']}>{event_id}</span>
        </>
      ),
    },
    {
      key: 'time',
      head: t('hooks.time'),
      look: 'quiet',
      renderCell: ({ at }) => `${format.date(at)}, ${format.clock(at)}`,
    },
    {
      key: 'state',
      head: t('keys.state'),
      renderCell: ({ state, trigger }) => (
        <>
          <span className={own['state']} data-state={state}>
            {t(`hooks.attempt_state.${state}`)}
          </span>
          {trigger === 'again' && <span className={own['id']}>{t('hooks.sent_again')}</span>}
        </>
      ),
    },
    { key: 'status', head: t('hooks.response'), renderCell: ({ status, error }) => <code>{status ?? error}</code> },
    { key: 'attempt', head: t('hooks.attempt'), look: 'number', renderCell: ({ attempt }) => format.exact(attempt) },
    {
      key: 'latency',
      head: t('hooks.latency'),
      look: 'number',
      renderCell: ({ latency_ms }) => t('hooks.ms', { ms: format.exact(latency_ms) }),
    },
    {
      key: 'acts',
      head: t('hooks.send_again'),
      look: 'acts',
      isHeadHidden: true,
      renderCell: (delivery) => (
        <div className={styles['acts']}>
          <Button onClick={() => setShown(delivery)}>{t('hooks.body')}</Button>
          {delivery.body !== '' && (
            <Button
              isPending={isPending && variables.delivery_id === delivery.id}
              onClick={() =>
                mutate({ id, delivery_id: delivery.id }, { onSuccess: (outcome) => onSent(outcome.delivery) })
              }
            >
              {t('hooks.send_again')}
            </Button>
          )}
        </div>
      ),
    },
  ]
  return (
    <div className={own['deliveries']}>
      <Checkbox isChecked={isFailuresOnly} onChange={setFailuresOnly}>
        {t('hooks.failures_only')}
      </Checkbox>
      <Pages
        label={t('hooks.deliveries')}
        columns={columns}
        query={deliveries}
        rows={deliveries.rows}
        keyOf={(delivery) => delivery.id}
        empty={t('hooks.no_deliveries')}
      />
      {shown !== null && (
        <Modal title={<code>{shown.type}</code>} isWide isOpen onClose={() => setShown(null)}>
          <pre className={own['body']}>{shown.body === '' ? t('hooks.no_body') : indented(shown.body)}</pre>
        </Modal>
      )}
    </div>
  )
}

const INDENT = 2

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, INDENT)
}
