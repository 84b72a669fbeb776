import type { ParkedExchange } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#shared/api/api-error.ts'
import { useCommand } from '#shared/api/use-command.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { ReasonForm } from '#shared/moderation/ReasonForm.tsx'
import { effectOf, paidOut } from './decision-effect.ts'

interface DecisionDialogProps {
  readonly exchange: ParkedExchange
  readonly wasDone: boolean
  /** Called with the outcome in words. */
  readonly onDecided: (result: string) => void
  readonly onClose: () => void
}

/** Shows what a decision will move, requires a reason, and decides. A rejection shows inside. */
export function DecisionDialog({ exchange, wasDone, onDecided, onClose }: DecisionDialogProps) {
  const { t } = useTranslation(['support', 'exchange'])
  const format = useFormat()
  const { run, isPending, error } = useCommand('POST /admin/decide-exchange', { errors: 'inline' })
  const { kind, coins, storeCount } = effectOf(exchange, wasDone)
  const effect = t(`parked.effect.${kind}`, {
    name: exchange.name,
    coins: format.exact(coins),
    store: `${format.exact(storeCount)} ${t(`exchange:coin.${exchange.currency}`)}`,
  })
  const earlier = paidOut(exchange)
  return (
    <ReasonForm
      title={t(wasDone ? 'parked.was_done' : 'parked.was_not_done')}
      label={t('parked.reason')}
      submitLabel={t('parked.confirm')}
      isPending={isPending}
      error={error}
      describeError={(refusal) => describeRefusal(refusal, t)}
      onClose={onClose}
      onSubmit={(reason) =>
        run(
          { exchange_id: exchange.id, was_done: wasDone, reason },
          {
            onSuccess: ({ exchange: { state } }) =>
              onDecided(t('parked.decided', { name: exchange.name, state: t(`exchange:state.${state}`), effect })),
          },
        )
      }
    >
      <p>{effect}</p>
      {earlier > 0 && <p>{t('parked.paid_out', { coins: format.exact(earlier) })}</p>}
      <p>{t('parked.final')}</p>
    </ReasonForm>
  )
}

/** @returns undefined if the common error text fits */
function describeRefusal(error: Error, t: ReturnType<typeof useTranslation<['support', 'exchange']>>['t']) {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'amount_too_large') return t('parked.no_room_yet')
  return error.code === 'exchange_not_found' ? t('parked.stale') : undefined
}
