import { LOT_COUNT_MAX } from '@clutch/contract/constants'
import { asCoins, restingPrice, undercutPrice } from '@clutch/economy'
import { toBestPrices } from '#shared/market/best-prices.ts'
import { ownCounts } from '#shared/market/book-levels.ts'
import { previewOrder, type BookView } from '#shared/market/order-preview.ts'

export type SaleMode = 'now' | 'order'

/** What selling a number of one item would do. */
export interface SalePlan {
  /** Items that would be sold or placed; fewer than asked when fewer are wanted. */
  readonly count: number
  /** Coins for one that the order names: the worst price taken, or the price it is placed at. */
  readonly price: number
  readonly nowCount: number
  readonly nowFrom: number
  readonly nowTo: number
  /** Coins after the fee, for what is sold at once and what is placed. */
  readonly proceeds: number
  readonly problem: 'nobody' | 'wanted_only' | 'own_lot' | 'behind' | null
}

const LOWEST_PRICE = 1

/**
 * Plans the sale of `count` items. `now` sells as many as bids want, at whatever they pay down to the last one needed;
 * `order` places all of them at `price`.
 */
export function planSale(book: BookView, mode: SaleMode, count: number, price: number): SalePlan {
  const asked = Math.min(count, LOT_COUNT_MAX)
  const preview = previewOrder(book, 'sell', mode === 'now' ? LOWEST_PRICE : price, asked)
  if (mode === 'order') {
    const { nowCount, nowFrom, nowTo, total, fee, meetsOwnLot } = preview
    const problem = meetsOwnLot ? 'own_lot' : isBehind(book, price) ? 'behind' : null
    return { count: asked, price, nowCount, nowFrom, nowTo, proceeds: total - fee, problem }
  }
  const taken = previewOrder(book, 'sell', Math.max(LOWEST_PRICE, preview.nowFrom), preview.nowCount)
  return {
    count: preview.nowCount,
    price: preview.nowFrom,
    nowCount: preview.nowCount,
    nowFrom: preview.nowFrom,
    nowTo: preview.nowTo,
    proceeds: preview.nowCount === 0 ? 0 : taken.total - taken.fee,
    problem: preview.nowCount === 0 ? 'nobody' : preview.nowCount < asked ? 'wanted_only' : null,
  }
}

/**
 * The price that makes an offer the cheapest without trading at once (rules §16), or the cheapest one where none is
 * left below it; what is known of the item's worth while nobody offers it, but above every bid.
 */
export function suggestPrice(book: BookView & { readonly last_price: number }, fairPrice: number): number {
  const sell = book.sell_orders[0]?.price ?? 0
  const buy = book.buy_orders[0]?.price ?? 0
  const isOwn = book.user_lots.some(({ type, price }) => type === 'sell' && price === sell)
  if (isOwn) return sell
  const best = toBestPrices({ sell, buy })
  const wished = asCoins(Math.max(LOWEST_PRICE, fairPrice || book.last_price))
  return undercutPrice('sell', best)?.price ?? restingPrice('sell', wished, best) ?? wished
}

/** Whether another player already offers at the same price and is served first. */
function isBehind({ sell_orders, user_lots }: BookView, price: number): boolean {
  const level = sell_orders.find((each) => each.price === price)
  const own = ownCounts(user_lots.filter(({ type }) => type === 'sell')).get(price) ?? 0
  return level !== undefined && level.count > own
}
