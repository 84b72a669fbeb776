import type { OwnLot } from '@clutch/contract'
import type { ItemPrices } from '#shared/live/live-holdings.ts'
import { priceToBeat, sumLots } from './listing.ts'

/** A beaten lot and the price that would bring it to the front, or as near as it can come without trading at once. */
export interface RepriceLine {
  readonly lot: OwnLot
  readonly price: number
  /** Whether it would be first, or only equal to the best, behind it. */
  readonly isFirst: boolean
}

/** Every undercut lot with its new price. A lot already at the nearest price is left out. */
export function planReprice(lots: readonly OwnLot[], pricesOf: (itemId: number) => ItemPrices): readonly RepriceLine[] {
  return lots.flatMap((lot) => {
    if (lot.current_count === 0) return []
    const better = priceToBeat(lot, pricesOf(lot.item_type_id))
    return better === null || better.price === lot.price ? [] : [{ lot, ...better }]
  })
}

/** What the lots come to before and after, in coins, and how many coins buy lots would take beyond what they hold. */
export function effectOf(lines: readonly RepriceLine[], feeBasisPoints: number) {
  const before = sumLots(
    lines.map(({ lot }) => lot),
    feeBasisPoints,
  ).coins
  const after = sumLots(
    lines.map(({ lot, price }) => ({ ...lot, price })),
    feeBasisPoints,
  ).coins
  return { before, after, needed: lines[0]?.lot.type === 'buy' ? Math.max(0, after - before) : 0 }
}

/** Whether a lot would trade at once at this price: the market may have moved since the price was shown. */
export function wouldTrade({ lot, price }: RepriceLine, { sell, buy }: ItemPrices): boolean {
  return lot.type === 'sell' ? buy >= price : sell !== 0 && sell <= price
}
