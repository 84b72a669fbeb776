import type { CallBody, CallResponse } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { randomUuid } from '#shared/api/random-uuid.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { Button } from '#shared/ui/Button.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import styles from '../AdminPanel.module.css'
import { ReasonField } from '../FormField.tsx'
import own from './Compensation.module.css'
import { useStart } from './compensation.ts'

interface PreviewCardProps {
  readonly request: CallBody<'POST /admin/compensation/preview'>
  readonly preview: CallResponse<'POST /admin/compensation/preview'>
  readonly onStarted: () => void
}

/** Shows the recipients and totals; starts the run once, with a reason. */
export function PreviewCard({ request, preview, onStarted }: PreviewCardProps) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const errorText = useErrorText()
  const nameOf = useItemName()
  const [key] = useState(() => randomUuid())
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useStart()
  const { players, coins_total, items_total, sample, not_understood, repeated } = preview
  const totals = [
    ...(coins_total > 0 ? [t('give.total_coins', { coins: format.exact(coins_total) })] : []),
    ...items_total.map(({ item_id, count }) => `${nameOf(item_id)} ×${format.exact(count)}`),
  ]
  return (
    <form
      noValidate
      className={styles['card']}
      aria-label={t('give.preview')}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason.trim() === '' || players === 0) return
        mutate(
          { ...request, idempotency_key: key, reason: reason.trim(), expected_players: players },
          {
            onSuccess: () => {
              showToast(t('give.started'))
              onStarted()
            },
          },
        )
      }}
    >
      <h3 className={styles['name']}>{t('give.reaches', { count: players })}</h3>
      {players > 0 && (
        <>
          <p className={styles['fine']}>{sample.map(({ name }) => name).join(', ')}</p>
          <p>{t('give.in_all', { totals: totals.join(', ') })}</p>
        </>
      )}
      {repeated > 0 && <p>{t('give.repeated', { count: repeated })}</p>}
      {not_understood.length > 0 && (
        <div role="alert" className={own['misread']}>
          <p className={styles['problem']}>{t('give.not_understood', { count: not_understood.length })}</p>
          <ul className={styles['list']}>
            {not_understood.map(({ entry, why }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same entry may stand there twice
              <li key={index}>
                <code>{entry}</code> {t(`give.why.${why}`)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {players > 0 && (
        <>
          <ReasonField label={t('give.reason')} value={reason} onChange={setReason} />
          {error !== null && (
            <p role="alert" className={styles['problem']}>
              {errorText(error)}
            </p>
          )}
          <div className={styles['line']}>
            <Button type="submit" look="accent" disabled={reason.trim() === ''} isPending={isPending}>
              {t('give.start', { count: players })}
            </Button>
          </div>
        </>
      )}
    </form>
  )
}
