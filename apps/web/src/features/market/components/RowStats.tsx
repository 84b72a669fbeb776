import { Sparkline } from '#shared/chart/Sparkline.tsx'
import type { ItemStat } from '#shared/market/market-stat.ts'
import type { RowTexts } from '../hooks/use-row-texts.ts'
import type { MarketColumn } from '../model/columns.ts'
import styles from './RowStats.module.css'

interface RowStatsProps {
  readonly texts: RowTexts
  readonly columns: readonly MarketColumn[]
  readonly stat: ItemStat | undefined
}

/** A week's line, change and volume of a day, and the fair price. Gains are shown by sign as well as colour. */
export function RowStats({ texts, columns, stat }: RowStatsProps) {
  const { format } = texts
  const change = stat?.change_24h ?? null
  const volume = stat?.volume_24h ?? 0
  const week = stat?.change_week ?? null
  const fair = stat?.fair_price ?? 0
  return (
    <>
      {columns.includes('change') && (
        <span
          className={styles['change']}
          data-trend={trendOf(change)}
          title={change === null ? texts.noTrades : texts.change(change)}
        >
          {change === null ? <None text={texts.noTrades} /> : format.signedPercent(change)}
        </span>
      )}
      {columns.includes('volume') && (
        <span className={styles['volume']} title={volume === 0 ? texts.noTrades : texts.volume(volume)}>
          {volume === 0 ? <None text={texts.noTrades} /> : format.quantity(volume)}
        </span>
      )}
      {columns.includes('week') && (
        <span
          className={styles['week']}
          data-trend={trendOf(week)}
          title={week === null ? texts.noTrades : texts.week(week)}
        >
          <span className="visually-hidden">{week === null ? texts.noTrades : texts.week(week)}</span>
          {stat !== undefined && <Sparkline values={stat.week} />}
        </span>
      )}
      {columns.includes('fair') && (
        <span className={styles['fair']} title={fair === 0 ? texts.noTrades : texts.fair(fair)}>
          {fair === 0 ? <None text={texts.noTrades} /> : format.price(fair)}
        </span>
      )}
    </>
  )
}

/** What separates the best prices, in basis points; null without both. */
export function RowSpread({ texts, spread }: { readonly texts: RowTexts; readonly spread: number | null }) {
  return (
    <span className={styles['spread']} title={texts.spread} data-live>
      {spread === null ? <None text={texts.spread} /> : texts.format.share(spread)}
    </span>
  )
}

/** What the player's items would bring at the best buy order. */
export function RowWorth({ texts, coins }: { readonly texts: RowTexts; readonly coins: number }) {
  return (
    <span className={styles['worth']} title={coins === 0 ? undefined : texts.worth(coins)} data-live>
      {coins > 0 && texts.format.price(coins)}
    </span>
  )
}

function None({ text }: { readonly text: string }) {
  return (
    <span className={styles['none']}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{text}</span>
    </span>
  )
}

function trendOf(change: number | null): 'up' | 'down' | undefined {
  return change === null || change === 0 ? undefined : change > 0 ? 'up' : 'down'
}
