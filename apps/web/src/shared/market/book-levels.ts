import type { CallResponse, Lot, OrderLevel } from '@clutch/contract'
import type { LiveEvent } from '@clutch/contract/live'
import { Side, toSafeNumber } from '@clutch/contract/live/values'

export type ItemDetails = CallResponse<'POST /marketplace/get-item-details'>

/** Applies a level event to a book: cheapest offers and highest bids first. */
export function withLevel(details: ItemDetails, { payload }: LiveEvent): ItemDetails {
  if (payload.case !== 'bookLevelChanged') return details
  const level = { price: toSafeNumber(payload.value.price), count: toSafeNumber(payload.value.count) }
  return payload.value.side === Side.SELL
    ? { ...details, sell_orders: replaceLevel(details.sell_orders, level, (a, b) => a < b) }
    : { ...details, buy_orders: replaceLevel(details.buy_orders, level, (a, b) => a > b) }
}

function replaceLevel(
  levels: readonly OrderLevel[],
  level: OrderLevel,
  isBetter: (price: number, than: number) => boolean,
): OrderLevel[] {
  const better = levels.filter(({ price }) => isBetter(price, level.price))
  const worse = levels.filter(({ price }) => isBetter(level.price, price))
  return level.count === 0 ? [...better, ...worse] : [...better, level, ...worse]
}

/** Items of the given lots by price. */
export function ownCounts(lots: readonly Lot[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { price, current_count } of lots) counts.set(price, (counts.get(price) ?? 0) + current_count)
  return counts
}
