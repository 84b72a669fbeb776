import type { Webhook } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Disclosure } from '#shared/ui/Disclosure.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import styles from '../AdminPanel.module.css'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { DeliveryTable } from './DeliveryTable.tsx'
import own from './Webhooks.module.css'
import { useDeleteWebhook, useRotateSecret, useSendWebhook } from './webhooks.ts'

interface WebhookCardProps {
  readonly webhook: Webhook
  readonly onEdit: () => void
  readonly onSecret: (secret: string) => void
}

/** One endpoint: where it sends what, how that goes, and its deliveries. */
export function WebhookCard({ webhook, onEdit, onSecret }: WebhookCardProps) {
  const { t } = useTranslation('operator')
  const [asked, setAsked] = useState<'rotate' | 'delete' | null>(null)
  const [isShown, setShown] = useState(false)
  const test = useSendWebhook()
  const showOutcome = useShowOutcome()
  const { id, url, description, disabled_because } = webhook
  return (
    <section className={styles['card']} aria-label={id}>
      <div className={styles['head']}>
        <h3 className={styles['name']}>{id}</h3>
        <StateBadge webhook={webhook} />
      </div>
      <div>
        <code className={own['url']}>{url}</code>
        {description !== '' && <p>{description}</p>}
      </div>
      {disabled_because !== null && (
        <div role="alert" className={styles['frozen']}>
          <p>{t(`hooks.because_${disabled_because}`)}</p>
          <div className={styles['buttons']}>
            <Button onClick={onEdit}>{t('hooks.enable')}</Button>
          </div>
        </div>
      )}
      <Fields webhook={webhook} />
      <div className={styles['buttons']}>
        <Button
          isPending={test.isPending}
          onClick={() => test.mutate({ id, delivery_id: null }, { onSuccess: ({ delivery }) => showOutcome(delivery) })}
        >
          {t('hooks.send_test')}
        </Button>
        <Button onClick={onEdit}>{t('hooks.edit')}</Button>
        <Button onClick={() => setAsked('rotate')}>{t('hooks.rotate')}</Button>
        <Button onClick={() => setAsked('delete')}>{t('hooks.delete')}</Button>
      </div>
      <Disclosure summary={t('hooks.deliveries')} onToggle={setShown}>
        {isShown && <DeliveryTable id={id} onSent={showOutcome} />}
      </Disclosure>
      {asked === 'rotate' && <RotateDialog id={id} onSecret={onSecret} onClose={() => setAsked(null)} />}
      {asked === 'delete' && <DeleteDialog id={id} onClose={() => setAsked(null)} />}
    </section>
  )
}

/** Says in a toast how a receiver responded. */
function useShowOutcome(): (delivery: {
  readonly status: number | null
  readonly error: string | null
  readonly state: string
}) => void {
  const { t } = useTranslation('operator')
  return ({ status, error, state }) => {
    const isGood = state === 'delivered'
    showToast(t(isGood ? 'hooks.sent' : 'hooks.not_sent', { result: status ?? error ?? '' }), isGood ? 'buy' : 'error')
  }
}

function StateBadge({ webhook: { enabled, failing_since } }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('operator')
  const state = !enabled ? 'disabled' : failing_since === null ? 'working' : 'failing'
  return (
    <span className={own['state']} data-state={state}>
      {t(`hooks.state.${state}`)}
    </span>
  )
}

function Fields({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('operator')
  const format = useFormat()
  const { types, delivered_at, failing_since, failed_attempts, next_attempt_at, old_secret_until } = webhook
  const fields: readonly (readonly [string, string])[] = [
    [t('hooks.types'), types.length === 0 ? t('hooks.all_types') : types.join(', ')],
    [t('hooks.delivered_at'), delivered_at === null ? t('keys.never') : format.dateTime(delivered_at)],
    ...(failing_since === null
      ? []
      : [
          [
            t('hooks.failing_since'),
            t('hooks.attempts', { time: format.dateTime(failing_since), attempts: format.exact(failed_attempts) }),
          ] as const,
        ]),
    ...(next_attempt_at === null ? [] : [[t('hooks.next_attempt_at'), format.dateTime(next_attempt_at)] as const]),
    ...(old_secret_until === null ? [] : [[t('hooks.old_secret_until'), format.dateTime(old_secret_until)] as const]),
    [t('keys.created'), `${format.dateTime(webhook.created_at)}, ${webhook.created_by}`],
  ]
  return (
    <dl className={styles['fields']}>
      {fields.map(([name, value]) => (
        <div key={name} className={styles['field']}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface RotateDialogProps {
  readonly id: string
  readonly onSecret: (secret: string) => void
  readonly onClose: () => void
}

function RotateDialog({ id, onSecret, onClose }: RotateDialogProps) {
  const { t } = useTranslation('operator')
  const { mutate, isPending, error } = useRotateSecret()
  return (
    <ReasonDialog
      title={t('hooks.rotate_of', { name: id })}
      label={t('keys.reason')}
      missing={t('keys.reason_missing')}
      confirmLabel={t('hooks.rotate')}
      look="accent"
      isPending={isPending}
      error={error}
      onClose={onClose}
      onConfirm={(reason) =>
        mutate(
          { id, reason },
          {
            onSuccess: ({ secret }) => {
              onClose()
              if (secret !== null) onSecret(secret)
            },
          },
        )
      }
    >
      <p>{t('hooks.rotate_question')}</p>
    </ReasonDialog>
  )
}

function DeleteDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useTranslation('operator')
  const { mutate, isPending, error } = useDeleteWebhook()
  return (
    <ReasonDialog
      title={t('hooks.delete_of', { name: id })}
      label={t('keys.reason')}
      missing={t('keys.reason_missing')}
      confirmLabel={t('hooks.delete')}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onConfirm={(reason) => mutate({ id, reason }, { onSuccess: onClose })}
    >
      <p>{t('hooks.delete_question')}</p>
    </ReasonDialog>
  )
}
