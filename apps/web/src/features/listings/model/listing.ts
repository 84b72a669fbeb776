import type { Lot } from '@clutch/contract'
import { PRICE_MAX } from '@clutch/contract/constants'
import { asCoins, marketFee } from '@clutch/economy'
import type { ItemPrices } from '#shared/live/live-holdings.ts'

/**
 * The price, in coins, that would put a lot in front of everybody else's; null while nobody is in front of it. One's
 * own better lot is no rival.
 */
export function priceToBeat(lot: Lot, { sell, buy, mySell, myBuy }: ItemPrices): number | null {
  if (lot.type === 'sell') return sell === 0 || sell >= lot.price || sell === mySell ? null : Math.max(1, sell - 1)
  return buy <= lot.price || buy === myBuy ? null : Math.min(PRICE_MAX, buy + 1)
}

export interface ListingTotals {
  /** Items that still wait to be traded. */
  readonly items: number
  /** Coins that the lots come to at their own prices: on hold for buy lots, expected for sell lots. */
  readonly coins: number
}

/** What all lots of a side come to. A seller's fee is taken off per lot, rounded down in the seller's favour (rules §2). */
export function sumLots(lots: readonly Lot[], feeBasisPoints: number): ListingTotals {
  let items = 0
  let coins = 0
  for (const { type, price, current_count } of lots) {
    const gross = price * current_count
    items += current_count
    coins += type === 'sell' ? gross - marketFee(asCoins(gross), feeBasisPoints) : gross
  }
  return { items, coins }
}
