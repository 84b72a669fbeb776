import type { ItemActivity } from '@clutch/contract'
import { DAY_SEC, HOUR_SEC, MINUTE_SEC } from '@clutch/contract/formats'
import { asCoins, marketFee } from '@clutch/economy'
import type { ItemPrices } from '#shared/live/live-holdings.ts'

/** Buying an item with one order and selling it with another: profit per unit and expected time. */
export interface Flip {
  readonly itemId: number
  /** Coins of the order to buy, one better than the best bid where there is room. */
  readonly bid: number
  /** Coins of the order to sell, one better than the best offer where there is room. */
  readonly offer: number
  /** Coins that a unit gains after the fee. */
  readonly margin: number
  /** The margin as a share of what the unit costs. */
  readonly gain: number
  /** Units that change hands on an average day. */
  readonly dailyVolume: number
  /** Coins that the day's volume would gain: margin × volume. */
  readonly potential: number
  /** Seconds until an order for one unit is usually filled: half of a day's units meet bids, half meet offers. */
  readonly fillSec: number
}

/** What can be gained between the best open prices; undefined where one is missing, nobody deals, or nothing is left. */
export function findFlip(
  activity: ItemActivity,
  { sell, buy }: Pick<ItemPrices, 'sell' | 'buy'>,
  feeBasisPoints: number,
): Flip | undefined {
  const dailyVolume = activity.usual_volume || activity.volume
  if (sell === 0 || buy === 0 || dailyVolume === 0) return undefined
  const hasRoom = sell - buy > 2
  const bid = hasRoom ? buy + 1 : buy
  const offer = hasRoom ? sell - 1 : sell
  const margin = offer - marketFee(asCoins(offer), feeBasisPoints) - bid
  if (margin <= 0) return undefined
  return {
    itemId: activity.item_id,
    bid,
    offer,
    margin,
    gain: margin / bid,
    dailyVolume,
    potential: margin * dailyVolume,
    fillSec: Math.ceil((2 * DAY_SEC) / dailyVolume),
  }
}

/** Units for a time to fill, largest first, each with its rounding: the estimate is no more precise. */
const STEPS = [
  { fromSec: DAY_SEC, stepSec: DAY_SEC },
  { fromSec: HOUR_SEC, stepSec: HOUR_SEC },
  { fromSec: 10 * MINUTE_SEC, stepSec: 5 * MINUTE_SEC },
] as const

/** A time to fill as one can promise it, in seconds: whole days, hours, five minutes, minutes, and at least one. */
export function roundFillTime(fillSec: number): number {
  const { stepSec } = STEPS.find(({ fromSec }) => fillSec >= fromSec) ?? { stepSec: MINUTE_SEC }
  return Math.max(1, Math.round(fillSec / stepSec)) * stepSec
}
