import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { useHarvest } from '#shared/production/harvest.ts'
import { progressOf, type QueuedJob } from '#shared/production/queue-progress.ts'
import { useCraftQueue, useFactoryQueue } from '#shared/production/queues.ts'
import { useCraftRecipes, useFactoryRecipes } from '#shared/production/recipes.ts'
import { useDuration } from '#shared/production/use-duration.ts'
import { useNowSec } from '#shared/ui/use-now.ts'
import { PulseCard } from './PulseCard.tsx'
import styles from './PulseCard.module.css'

const TICK_MS = 1_000
const SHOWN_MAX = 3

/** What is being made, grown and harvested, each with the time it still takes. */
export function RunningJobs() {
  const { t } = useTranslation('home')
  const language = useLanguage()
  const nameOf = useItemName()
  const craft = useCraftQueue()
  const factory = useFactoryQueue()
  const { data: crafts } = useCraftRecipes()
  const { data: farms } = useFactoryRecipes()
  const harvest = useHarvest()
  const nowSec = useNowSec(TICK_MS)
  const open = (jobs: readonly QueuedJob[] = []) =>
    jobs.filter((job) => progressOf(job, nowSec).state !== 'finished').slice(0, SHOWN_MAX)
  const craftJobs = open(craft.data)
  const farmJobs = open(factory.data)
  const harvests = (harvest.data?.user_data ?? []).filter(({ active_count }) => active_count > 0).slice(0, SHOWN_MAX)
  const queries = [craft, factory, harvest]
  return (
    <PulseCard
      title={t('pulse.jobs.title')}
      query={{
        isPending: queries.some(({ isPending }) => isPending),
        error: queries.find(({ error }) => error !== null)?.error ?? null,
        refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
      }}
      isEmpty={craftJobs.length + farmJobs.length + harvests.length === 0}
      emptyText={t('pulse.jobs.empty')}
      rows={2}
    >
      {craftJobs.map((job) => (
        <JobRow
          key={job.id}
          job={job}
          nowSec={nowSec}
          to="/craft/queue"
          name={nameOf(crafts?.byId.get(job.receipt_id)?.ItemForVision ?? 0)}
        />
      ))}
      {farmJobs.map((job) => (
        <JobRow
          key={job.id}
          job={job}
          nowSec={nowSec}
          to="/factory/queue"
          name={farms?.byId.get(job.receipt_id)?.names[language] ?? ''}
        />
      ))}
      {harvests.map(({ receipt_id, active_count }) => (
        <HarvestRow
          key={receipt_id}
          name={harvest.data?.receipts.find((recipe) => recipe.receipt_id === receipt_id)?.names[language] ?? ''}
          count={active_count}
        />
      ))}
    </PulseCard>
  )
}

interface JobRowProps {
  readonly job: QueuedJob
  readonly nowSec: number
  readonly to: '/craft/queue' | '/factory/queue'
  readonly name: string
}

function JobRow({ job, nowSec, to, name }: JobRowProps) {
  const { t } = useTranslation('home')
  const format = useFormat()
  const duration = useDuration()
  const { state, percent } = progressOf(job, nowSec)
  return (
    <li className={styles['row']}>
      <Link to={to} className={styles['link']}>
        {name} ×{format.exact(job.count)}
      </Link>
      {state === 'running' ? (
        <progress className={styles['bar']} max={100} value={percent} aria-label={name} />
      ) : (
        <span className={styles['quiet']}>{t('pulse.jobs.waiting')}</span>
      )}
      <span className={styles['quiet']} title={format.dateTime(job.end_at)}>
        {duration(Math.max(0, job.end_at - nowSec))}
      </span>
    </li>
  )
}

function HarvestRow({ name, count }: { readonly name: string; readonly count: number }) {
  const { t } = useTranslation('home')
  const format = useFormat()
  return (
    <li className={styles['row']}>
      <Link to="/harvest/receipts" className={styles['link']}>
        {name}
      </Link>
      <span className={styles['quiet']}>{t('pulse.jobs.runs', { count, amount: format.exact(count) })}</span>
    </li>
  )
}
