import type { AwaySummary } from '@clutch/contract'
import {
  IconArrowUpCircle,
  IconCoins,
  IconHammer,
  IconHeartBroken,
  IconPlant2,
  IconShoppingCart,
  IconShovel,
  IconTag,
  type Icon,
} from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { useNowSec } from '#shared/ui/use-now.ts'
import { useWhileAway } from '../api/while-away.ts'
import styles from './AwayCard.module.css'
import { PulseCard } from './PulseCard.tsx'

const AGE_EVERY_MS = 30_000

/** What happened since the last visit, by lots, jobs and harvests. */
export function AwayCard() {
  const { t } = useTranslation('home')
  const format = useFormat()
  const nowSec = useNowSec(AGE_EVERY_MS)
  const { query, isFirst, since } = useWhileAway()
  const lines = query.data === undefined ? [] : findLines(query.data)
  return (
    <PulseCard
      title={t(isFirst ? 'away.last_day' : 'away.title')}
      query={query}
      isEmpty={lines.length === 0}
      emptyText={t('away.quiet')}
      note={isFirst || query.data === undefined ? '' : t('away.last_seen', { age: format.age(nowSec - since) })}
    >
      {lines.map((line) => (
        <AwayLine key={line.key} line={line} />
      ))}
    </PulseCard>
  )
}

interface Line {
  readonly key: 'coins' | 'sold' | 'bought' | 'crafts' | 'farms' | 'harvests' | 'upgraded' | 'broken'
  readonly Icon: Icon
  readonly to: NonNullable<LinkProps['to']>
  readonly count: number
  /** Coins or items that the text also names. */
  readonly extra?: number
  readonly look?: 'gain' | 'loss'
}

/** What is worth a line, in order of interest. */
function findLines(summary: AwaySummary): readonly Line[] {
  const { coins_change: coins, sold, bought } = summary
  const lines: readonly Line[] = [
    { key: 'coins', Icon: IconCoins, to: '/inventory/history', count: coins, look: coins < 0 ? 'loss' : 'gain' },
    { key: 'sold', Icon: IconTag, to: '/marketplace/history', count: sold.count, extra: sold.coins },
    { key: 'bought', Icon: IconShoppingCart, to: '/marketplace/history', count: bought.count, extra: bought.coins },
    { key: 'crafts', Icon: IconHammer, to: '/craft/history', count: summary.crafts_ended },
    { key: 'farms', Icon: IconPlant2, to: '/inventory/history', count: summary.farms_ended },
    {
      key: 'harvests',
      Icon: IconShovel,
      to: '/harvest/history',
      count: summary.harvests_ended,
      extra: summary.items_gained,
    },
    { key: 'upgraded', Icon: IconArrowUpCircle, to: '/harvest/history', count: summary.items_upgraded },
    { key: 'broken', Icon: IconHeartBroken, to: '/harvest/history', count: summary.items_broken, look: 'loss' },
  ]
  return lines.filter(({ count }) => count !== 0)
}

function AwayLine({ line: { key, Icon: Picture, to, count, extra = 0, look } }: { readonly line: Line }) {
  const { t } = useTranslation('home')
  const format = useFormat()
  const text: ReactNode =
    key === 'coins' ? (
      <>
        {t('away.coins')} <strong data-look={look}>{format.signed(count)}</strong>
      </>
    ) : (
      t(`away.${key}`, { count, amount: format.exact(count), extra: format.price(extra) })
    )
  return (
    <li className={styles['line']}>
      <Link to={to} className={styles['link']}>
        <Picture size={20} stroke={1.6} aria-hidden="true" data-look={look} />
        <span>{text}</span>
      </Link>
    </li>
  )
}
