import type { Lot } from '@clutch/contract'
import { asCoins, marketFee, undercutPrice, type Undercut } from '@clutch/economy'
import type { ItemPrices } from '#shared/live/live-holdings.ts'
import { toBestPrices } from '#shared/market/best-prices.ts'

/**
 * The price in coins that would move a lot to the front of its side, or as near as possible without trading at once;
 * null if no other player is ahead of it.
 */
export function priceToBeat(lot: Lot, { sell, buy, mySell, myBuy }: ItemPrices): Undercut | null {
  const isBeaten =
    lot.type === 'sell' ? sell !== 0 && sell < lot.price && sell !== mySell : buy > lot.price && buy !== myBuy
  return isBeaten ? (undercutPrice(lot.type, toBestPrices({ sell, buy })) ?? null) : null
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
