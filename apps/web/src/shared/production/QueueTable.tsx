import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import { Button } from '../ui/Button.tsx'
import tables from '../ui/DataTable.module.css'
import { LazyConfirmDialog } from '../ui/LazyConfirmDialog.tsx'
import { useNowSec } from '../ui/use-now.ts'
import styles from './QueueTable.module.css'
import { progressOf, type QueuedJob } from './queue-progress.ts'
import { useCancelJob } from './use-cancel-job.ts'
import { useDuration } from './use-duration.ts'

const STEP_MS = 1_000
const PERCENT_BASIS_POINTS = 100

interface QueueTableProps {
  readonly queue: 'craft' | 'factory'
  readonly jobs: readonly QueuedJob[]
  readonly nameOf: (recipeId: number) => string
}

/** Jobs in their order with live progress; those that have not begun can be taken back. */
export function QueueTable({ queue, jobs, nameOf }: QueueTableProps) {
  const { t } = useTranslation('production')
  const format = useFormat()
  const nowSec = useNowSec(STEP_MS)
  const [asked, setAsked] = useState<QueuedJob | null>(null)
  const { cancel, isPending, error, reset } = useCancelJob(queue)
  const last = jobs.at(-1)
  const close = () => {
    setAsked(null)
    reset()
  }
  return (
    <div className={styles['queue']}>
      {last !== undefined && (
        <p className={styles['clock']}>{t('queue.ends_at', { time: format.dateTime(last.end_at) })}</p>
      )}
      <div className={styles['frame']}>
        <div className={tables['scroll']}>
          <table className={tables['table']}>
            <thead>
              <tr>
                <th scope="col">{t('queue.name')}</th>
                <th scope="col" className={tables['number']}>
                  {t('queue.count')}
                </th>
                <th scope="col">{t('queue.start')}</th>
                <th scope="col">{t('queue.end')}</th>
                <th scope="col">{t('queue.progress')}</th>
                <th scope="col">
                  <span className="visually-hidden">{t('queue.cancel')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {jobs.map((job) => (
                <QueueRow
                  key={job.id}
                  job={job}
                  name={nameOf(job.receipt_id)}
                  nowSec={nowSec}
                  onCancel={() => setAsked(job)}
                />
              ))}
            </tbody>
          </table>
        </div>
      </div>
      <LazyConfirmDialog
        title={t('queue.confirm_cancel')}
        isOpen={asked !== null}
        isPending={isPending}
        error={error}
        confirmLabel={t('queue.cancel')}
        onConfirm={() => asked !== null && cancel(asked.id, nameOf(asked.receipt_id), close)}
        onClose={close}
      />
    </div>
  )
}

interface QueueRowProps {
  readonly job: QueuedJob
  readonly name: string
  readonly nowSec: number
  readonly onCancel: () => void
}

function QueueRow({ job, name, nowSec, onCancel }: QueueRowProps) {
  const { t } = useTranslation('production')
  const format = useFormat()
  const duration = useDuration()
  const { state, percent } = progressOf(job, nowSec)
  return (
    <tr data-state={state} className={styles['job']}>
      <td className={styles['name']}>{name}</td>
      <td className={tables['number']} data-label={t('queue.count')}>
        {format.exact(job.count)}
      </td>
      <td className={tables['quiet']} data-label={t('queue.start')}>
        {format.dateTime(job.start_at)}
      </td>
      <td className={tables['quiet']} data-label={t('queue.end')}>
        {format.dateTime(job.end_at)}
      </td>
      <td className={styles['progress']} data-label={t('queue.progress')}>
        <progress max={100} value={percent} aria-label={`${t('queue.progress')}: ${name}`} />
        <span>
          {t(`queue.${state}`)}
          {state === 'running' && (
            <>
              {' '}
              {format.percent(percent * PERCENT_BASIS_POINTS)} ·{' '}
              {t('queue.left', { duration: duration(job.end_at - nowSec) })}
            </>
          )}
        </span>
      </td>
      <td className={tables['number']}>
        {state === 'waiting' && (
          <Button look="quiet" aria-label={t('queue.cancel_of', { name })} onClick={onCancel}>
            {t('queue.cancel')}
          </Button>
        )}
      </td>
    </tr>
  )
}
