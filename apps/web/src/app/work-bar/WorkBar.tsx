import type { HarvestUserData } from '@clutch/contract'
import { IconHammer, IconPlant2, IconShovel, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#shared/auth/session.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { useHarvest } from '#shared/production/harvest.ts'
import { useCraftQueue, useFactoryQueue } from '#shared/production/queues.ts'
import { craftRecipesQuery, factoryRecipesQuery } from '#shared/production/recipes.ts'
import { useDuration } from '#shared/production/use-duration.ts'
import { useNowSec } from '#shared/ui/use-now.ts'
import { workOfHarvests, workOfQueue, type HarvestWork, type QueueWork } from './work.ts'
import styles from './WorkBar.module.css'

const TICK_MS = 1_000

/** What is being made, grown and harvested, on every page; nothing while nothing runs. */
export function WorkBar() {
  return useSignedIn() ? <OwnWork /> : null
}

function OwnWork() {
  const { t } = useTranslation('production')
  const crafts = useCraftQueue().data
  const farms = useFactoryQueue().data
  const harvests = useHarvest().data?.user_data
  const hasWork = [crafts, farms].some((jobs = []) => jobs.length > 0) || harvests?.some(isOn) === true
  // A tick draws the bar again and may interrupt the drawing of a large page: no work, no ticks.
  const nowSec = useNowSec(TICK_MS, hasWork ? Number.POSITIVE_INFINITY : 0)
  const craft = workOfQueue(crafts, nowSec)
  const farm = workOfQueue(farms, nowSec)
  const harvest = workOfHarvests(harvests, nowSec)
  const count = [craft, farm, harvest].filter((work) => work !== undefined).length
  if (count === 0) return null
  return (
    <nav className={styles['bar']} aria-label={t('bar.label')} data-single={count === 1 || undefined}>
      {craft !== undefined && <CraftCell work={craft} />}
      {farm !== undefined && <FarmCell work={farm} />}
      {harvest !== undefined && <HarvestCell work={harvest} />}
    </nav>
  )
}

const isOn = ({ enabled, active_count }: HarvestUserData) => enabled || active_count > 0

function CraftCell({ work }: { readonly work: QueueWork }) {
  const nameOf = useItemName()
  const { data: recipes } = useQuery(craftRecipesQuery)
  const recipe = recipes?.byId.get(work.job.receipt_id)
  return (
    <QueueCell
      to="/craft/queue"
      Icon={IconHammer}
      work={work}
      name={recipe === undefined ? '' : nameOf(recipe.ItemForVision)}
    />
  )
}

function FarmCell({ work }: { readonly work: QueueWork }) {
  const language = useLanguage()
  const { data: recipes } = useQuery(factoryRecipesQuery)
  const name = recipes?.byId.get(work.job.receipt_id)?.names[language] ?? ''
  return <QueueCell to="/factory/queue" Icon={IconPlant2} work={work} name={name} />
}

interface QueueCellProps {
  readonly to: NonNullable<LinkProps['to']>
  readonly Icon: Icon
  readonly work: QueueWork
  readonly name: string
}

function QueueCell({ to, Icon, work: { job, share, leftSec, moreCount }, name }: QueueCellProps) {
  const { t } = useTranslation('production')
  const format = useFormat()
  const duration = useDuration()
  return (
    <Cell
      to={to}
      Icon={Icon}
      name={`${name} ×${format.quantity(job.count)}`}
      share={share}
      time={duration(leftSec)}
      more={moreCount > 0 ? t('bar.queued', { count: moreCount, amount: format.exact(moreCount) }) : ''}
      moreShort={moreCount > 0 ? `+${format.exact(moreCount)}` : ''}
    />
  )
}

function HarvestCell({ work: { runCount, stalledCount, next } }: { readonly work: HarvestWork }) {
  const { t } = useTranslation('production')
  const format = useFormat()
  const duration = useDuration()
  const stalled = t('bar.stalled', { count: stalledCount, amount: format.exact(stalledCount) })
  return (
    <Cell
      to="/harvest/receipts"
      Icon={IconShovel}
      name={runCount === 0 ? stalled : t('bar.runs', { count: runCount, amount: format.exact(runCount) })}
      share={next?.share ?? 0}
      time={next === null ? '' : duration(next.leftSec)}
      more={runCount > 0 && stalledCount > 0 ? stalled : ''}
      moreShort={stalledCount > 0 ? '!' : ''}
      isStalled={stalledCount > 0}
    />
  )
}

interface CellProps {
  readonly to: NonNullable<LinkProps['to']>
  readonly Icon: Icon
  readonly name: string
  readonly share: number
  /** Until the work ends; empty if nothing runs. */
  readonly time: string
  /** What else is queued, in words and as short as a phone needs it; empty if nothing is. */
  readonly more: string
  readonly moreShort: string
  readonly isStalled?: boolean
}

function Cell({ to, Icon, name, share, time, more, moreShort, isStalled = false }: CellProps) {
  return (
    <Link to={to} className={styles['cell']} data-stalled={isStalled || undefined}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <span className={styles['name']}>{name}</span>
      <span className={styles['time']}>{time}</span>
      {more !== '' && <span className={styles['more']}>{more}</span>}
      {moreShort !== '' && (
        <span className={styles['short']} aria-hidden="true">
          {moreShort}
        </span>
      )}
      <span className={styles['track']} aria-hidden="true">
        <span className={styles['done']} style={{ transform: `scaleX(${share})` }} />
      </span>
    </Link>
  )
}
