import type { ChatReport } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import styles from '../AdminPanel.module.css'
import { useForgetReports, useSettleReport } from './moderation.ts'
import { Disclosure } from '#shared/ui/Disclosure.tsx'

const DeleteMessageDialog = lazyChunk(
  async () => (await import('#shared/moderation/DeleteMessageDialog.tsx')).DeleteMessageDialog,
)
const TimeOutDialog = lazyChunk(async () => (await import('#shared/moderation/TimeOutDialog.tsx')).TimeOutDialog)

interface ReportCardProps {
  readonly report: ChatReport
  readonly channelName: string
  readonly onSettled: () => void
  /** Called when another moderator has closed the report meanwhile. */
  readonly onStale: () => void
}

/** One report: reporter, reason, message with context, and the moderator's actions. */
export function ReportCard({ report, channelName, onSettled, onStale }: ReportCardProps) {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const forget = useForgetReports()
  const { run, isPending } = useSettleReport()
  const [act, setAct] = useState<'remove' | 'time_out' | null>(null)
  const [isRemoved, setRemoved] = useState(report.message.deleted_by !== null)
  const { message, context, reporter_name, reason, reported_at, report_id } = report
  const name = message.sender_name
  const settle = (verdict: 'acted' | 'dismissed') =>
    run(
      { report_id, verdict },
      {
        onSuccess() {
          forget(message)
          showToast(t(`reports.${verdict}`))
          onSettled()
        },
        onError: onStale,
      },
    )
  return (
    <section className={styles['card']} aria-label={t('reports.of', { name })}>
      <p className={styles['fine']}>
        {channelName} · {t('reports.by', { name: reporter_name })} ·{' '}
        <time dateTime={new Date(reported_at * SECOND_MS).toISOString()}>{format.dateTime(reported_at)}</time>
      </p>
      <blockquote className={styles['quote']}>
        <b>{name}</b> {message.text}
      </blockquote>
      <p>
        {t('reports.reason')}: {reason}
      </p>
      {isRemoved && <p className={styles['fine']}>{t('reports.removed')}</p>}
      <ReportContext message={message} context={context} />
      <div className={styles['buttons']}>
        {!isRemoved && <Button onClick={() => setAct('remove')}>{t('reports.remove')}</Button>}
        <Button onClick={() => setAct('time_out')}>{t('reports.time_out', { name })}</Button>
        <Button look="accent" isPending={isPending} onClick={() => settle('acted')}>
          {t('reports.settle')}
        </Button>
        <Button isPending={isPending} onClick={() => settle('dismissed')}>
          {t('reports.dismiss')}
        </Button>
      </div>
      <Suspense>
        {act === 'remove' && (
          <DeleteMessageDialog message={message} onClose={() => setAct(null)} onDeleted={() => setRemoved(true)} />
        )}
        {act === 'time_out' && <TimeOutDialog userUuid={message.user_uuid} name={name} onClose={() => setAct(null)} />}
      </Suspense>
    </section>
  )
}

/** The messages around a reported one at the time of the report, oldest first. */
function ReportContext({ message, context }: Pick<ChatReport, 'message' | 'context'>) {
  const { t } = useTranslation(['admin', 'chat'])
  const format = useFormat()
  return (
    <Disclosure summary={t('reports.context', { count: context.length })}>
      <ol className={styles['context']}>
        {context.map(({ id, sender_name, sent_at, text, deleted_by }) => (
          <li key={id} aria-current={id === message.id || undefined}>
            <time className={styles['fine']}>{format.dateTime(sent_at)}</time> <b>{sender_name}</b>{' '}
            {deleted_by === null ? text : <i>{t(`chat:deleted.${deleted_by}`)}</i>}
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}
