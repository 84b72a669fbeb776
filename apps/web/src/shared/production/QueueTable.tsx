import { SECOND_MS } from '@clutch/contract/formats'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import { Button } from '../ui/Button.tsx'
import type { Column } from '../ui/DataRow.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import { LazyConfirmDialog } from '../ui/LazyConfirmDialog.tsx'
import { EmptyState } from '../ui/States.tsx'
import { showToast } from '../ui/toast-store.ts'
import { useNowSec } from '../ui/use-now.ts'
import styles from './QueueTable.module.css'
import { progressOf, type QueuedJob } from './queue-progress.ts'
import { QueueTimeline } from './QueueTimeline.tsx'
import { useCancelJob } from './queues.ts'
import { useDuration } from './use-duration.ts'

const PERCENT_BASIS_POINTS = 100

interface QueueTableProps {
  readonly queue: 'craft' | 'factory'
  readonly label: string
  /** Undefined while loading. */
  readonly jobs: readonly QueuedJob[] | undefined
  readonly error: Error | null
  readonly onRetry: () => void
  /** Label of the link to the recipes. */
  readonly recipesLabel: string
  readonly nameOf: (recipeId: number) => string
}

/** Jobs in order with live progress; those that have not started can be cancelled. */
export function QueueTable({ queue, label, jobs, error, onRetry, recipesLabel, nameOf }: QueueTableProps) {
  const { t } = useTranslation('production')
  const format = useFormat()
  const nowSec = useNowSec(SECOND_MS)
  const [asked, setAsked] = useState<QueuedJob | null>(null)
  const command = useCancelJob(queue)
  const last = jobs?.at(-1)
  const close = () => {
    setAsked(null)
    command.reset()
  }
  const cancel = ({ id, receipt_id }: QueuedJob) =>
    command.run(
      { id },
      {
        onSuccess() {
          showToast(t('queue.cancelled', { name: nameOf(receipt_id) }))
          close()
        },
      },
    )
  const columns: readonly Column<QueuedJob>[] = [
    {
      key: 'name',
      head: t('queue.name'),
      isName: true,
      className: styles['name'],
      renderCell: ({ receipt_id }) => nameOf(receipt_id),
    },
    { key: 'count', head: t('queue.count'), look: 'number', renderCell: ({ count }) => format.exact(count) },
    { key: 'start', head: t('queue.start'), look: 'quiet', renderCell: ({ start_at }) => format.dateTime(start_at) },
    { key: 'end', head: t('queue.end'), look: 'quiet', renderCell: ({ end_at }) => format.dateTime(end_at) },
    {
      key: 'progress',
      head: t('queue.progress'),
      className: styles['progress'],
      renderCell: (job) => <Progress job={job} name={nameOf(job.receipt_id)} nowSec={nowSec} />,
    },
    {
      key: 'cancel',
      head: t('queue.cancel'),
      look: 'acts',
      isHeadHidden: true,
      renderCell: (job) =>
        progressOf(job, nowSec).state === 'waiting' && (
          <Button
            look="quiet"
            aria-label={t('queue.cancel_of', { name: nameOf(job.receipt_id) })}
            onClick={() => setAsked(job)}
          >
            {t('queue.cancel')}
          </Button>
        ),
    },
  ]
  return (
    <div className={styles['queue']}>
      {last !== undefined && (
        <p className={styles['clock']}>{t('queue.ends_at', { time: format.dateTime(last.end_at) })}</p>
      )}
      <QueueTimeline jobs={jobs ?? []} nowSec={nowSec} nameOf={nameOf} />
      <DataTable
        label={label}
        columns={columns}
        rows={jobs}
        keyOf={({ id }) => id}
        error={error}
        onRetry={onRetry}
        stateOf={(job) => progressOf(job, nowSec).state}
        isFramed
        empty={
          <EmptyState subject="work" action={<Link to={`/${queue}/receipts`}>{recipesLabel}</Link>}>
            {t('queue.empty')}
          </EmptyState>
        }
      />
      <LazyConfirmDialog
        title={t('queue.confirm_cancel')}
        isOpen={asked !== null}
        isPending={command.isPending}
        error={command.error}
        confirmLabel={t('queue.cancel')}
        onConfirm={() => asked !== null && cancel(asked)}
        onClose={close}
      />
    </div>
  )
}

interface ProgressProps {
  readonly job: QueuedJob
  readonly name: string
  readonly nowSec: number
}

function Progress({ job, name, nowSec }: ProgressProps) {
  const { t } = useTranslation('production')
  const format = useFormat()
  const duration = useDuration()
  const { state, percent } = progressOf(job, nowSec)
  return (
    <>
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
    </>
  )
}
