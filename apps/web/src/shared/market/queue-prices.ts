import { undercutPrice } from '@clutch/economy'
import { toBestPrices } from './best-prices.ts'
import { ownCounts, type ItemDetails } from './book-levels.ts'
import type { Side } from './order-preview.ts'

/** Prices in coins at which an order would wait next to, or before, the best order of the same side. */
export interface QueuePrices {
  /** The best price of others on this side. */
  readonly match: number
  /** One coin better; null where that would trade at once. */
  readonly first: number | null
}

/** Where to queue an order; null while no other player has an order on this side. */
export function queuePrices(
  { sell_orders, buy_orders, user_lots }: Pick<ItemDetails, 'sell_orders' | 'buy_orders' | 'user_lots'>,
  side: Side,
): QueuePrices | null {
  const own = ownCounts(user_lots.filter(({ type }) => type === side))
  const levels = side === 'sell' ? sell_orders : buy_orders
  const match = levels.find(({ price, count }) => count > (own.get(price) ?? 0))?.price
  if (match === undefined) return null
  const opposite = (side === 'sell' ? buy_orders : sell_orders)[0]?.price ?? 0
  const best = toBestPrices(side === 'sell' ? { sell: match, buy: opposite } : { sell: opposite, buy: match })
  const better = undercutPrice(side, best)
  return { match, first: better?.isFirst === true ? better.price : null }
}
