import { TRADE_IMBALANCE_PERCENT } from '@clutch/contract/constants'
import type { Span } from '#shared/chart/SpanBar.tsx'
import type { Offer } from './offers.ts'

/** What an offer is worth at fair prices; undefined when something in it has none: unknown is not nothing. */
export function valueOf({ coins, items }: Offer, prices: ReadonlyMap<number, number> | undefined): number | undefined {
  let value = coins
  for (const { itemId, count } of items) {
    const price = prices?.get(itemId)
    if (price === undefined) return undefined
    value += price * count
  }
  return value
}

export interface Balance {
  /** Value received less value given; undefined if either is unknown. */
  readonly difference: number | undefined
  /** The difference in percent of the dearer side; undefined with it. */
  readonly percent: number | undefined
  /** Whether it is worth a warning in red (rules §11). */
  readonly isUneven: boolean
}

export function compareValues(own: number | undefined, theirs: number | undefined): Balance {
  if (own === undefined || theirs === undefined) return { difference: undefined, percent: undefined, isUneven: false }
  const difference = theirs - own
  const dearer = Math.max(own, theirs)
  const percent = dearer === 0 ? 0 : (Math.abs(difference) / dearer) * 100
  return { difference, percent, isUneven: percent >= TRADE_IMBALANCE_PERCENT }
}

/** Both values as shares of their sum, the own one first; undefined if either is unknown or both are nothing. */
export function balanceSpans(own: number | undefined, theirs: number | undefined): Span[] | undefined {
  if (own === undefined || theirs === undefined || own + theirs === 0) return undefined
  const middle = own / (own + theirs)
  return [
    { from: 0, to: middle, tone: 'loss' },
    { from: middle, to: 1, tone: 'gain' },
  ]
}
