import type { LotHistoryEntry } from '@clutch/contract'
import type { Side } from '#shared/market/order-preview.ts'

/** An own trade as the chart marks it: coins per item. */
export interface OwnTrade {
  readonly atSec: number
  readonly price: number
  readonly count: number
  readonly side: Side
}

const SIDES: Readonly<Partial<Record<LotHistoryEntry['type'], Side>>> = {
  buy_auto: 'buy',
  buy_manual: 'buy',
  sell_auto: 'sell',
  sell_manual: 'sell',
}
export const OWN_TRADE_TYPES = ['buy_auto', 'buy_manual', 'sell_auto', 'sell_manual'] as const

export function ownTrades(entries: readonly LotHistoryEntry[]): OwnTrade[] {
  return entries.flatMap(({ type, created_at: atSec, price, count }) => {
    const side = SIDES[type]
    return side === undefined ? [] : [{ atSec, price, count, side }]
  })
}

/** Each trade with the start of the slot that it belongs to; those from before the first slot are left out. */
export function inSlots(
  trades: readonly OwnTrade[],
  startsSec: readonly number[],
): { readonly trade: OwnTrade; readonly startSec: number }[] {
  return trades.flatMap((trade) => {
    const startSec = startsSec.findLast((sec) => sec <= trade.atSec)
    return startSec === undefined ? [] : [{ trade, startSec }]
  })
}

/** The player's purchases and sales in a slot, which ends at the next slot's start. */
export function tradedWithin(trades: readonly OwnTrade[], fromSec: number, untilSec: number): Record<Side, number> {
  const sum = { buy: 0, sell: 0 }
  for (const { atSec, count, side } of trades) if (atSec >= fromSec && atSec < untilSec) sum[side] += count
  return sum
}
