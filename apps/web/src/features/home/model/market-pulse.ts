import type { ItemActivity } from '@clutch/contract'
import { changeOf } from '#shared/market/price-change.ts'

/** Entries of one list. */
export const PULSE_MAX = 5
/** Less than this is no move. */
const CHANGE_MIN = 0.005
/** A day is unusual from this many times an average day on. */
const UNUSUAL_MIN = 2
/** One sale of something rarely sold is no rush. */
const UNUSUAL_UNITS_MIN = 3

/** Fewer units a day make a market without depth. */
const SHOWPIECE_UNITS_MIN = 100

/** The items whose price changed most in 24 hours, up or down, of those dealt in meanwhile. */
export function findMovers(items: readonly ItemActivity[]): readonly ItemActivity[] {
  return items
    .map((item) => ({ item, change: Math.abs(changeOf(item) ?? 0) }))
    .filter(({ item, change }) => item.volume > 0 && change >= CHANGE_MIN)
    .toSorted((a, b) => b.change - a.change || b.item.turnover - a.item.turnover)
    .slice(0, PULSE_MAX)
    .map(({ item }) => item)
}

/** How many times an average day's volume an item has had in 24 hours; undefined without a week to compare with. */
export function rushOf({ volume, usual_volume }: ItemActivity): number | undefined {
  return usual_volume === 0 ? undefined : volume / usual_volume
}

/** The items dealt in much more than usual, the most unusual first. */
export function findRushes(items: readonly ItemActivity[]): readonly ItemActivity[] {
  return items
    .filter((item) => item.volume >= UNUSUAL_UNITS_MIN && (rushOf(item) ?? 0) >= UNUSUAL_MIN)
    .toSorted((a, b) => (rushOf(b) ?? 0) - (rushOf(a) ?? 0))
    .slice(0, PULSE_MAX)
}

/**
 * The items for which most coins changed hands in 24 hours. Those whose price can be compared with the day before come
 * first: one dear piece that is sold twice a month says nothing of the market.
 */
export function findBusiest(items: readonly ItemActivity[]): readonly ItemActivity[] {
  return items
    .filter(({ turnover }) => turnover > 0)
    .toSorted((a, b) => uncomparedRank(a) - uncomparedRank(b) || b.turnover - a.turnover)
    .slice(0, PULSE_MAX)
}

/** The item that shows best what a market is: traded on each day of the week, for most coins; else the busiest. */
export function findShowpiece(items: readonly ItemActivity[]): ItemActivity | undefined {
  const steady = items.filter(({ daily_prices }) => daily_prices.every((price) => price > 0))
  const [shown] = steady
    .filter(({ volume }) => volume >= SHOWPIECE_UNITS_MIN)
    .toSorted((a, b) => b.turnover - a.turnover)
  return shown ?? findBusiest(items)[0]
}

/** Items without a price of the day before come last. */
function uncomparedRank(item: ItemActivity): 0 | 1 {
  return changeOf(item) === undefined ? 1 : 0
}
