import { asCoins, undercutPrice, type Undercut } from '@clutch/economy'
import type { Side } from './order-preview.ts'

/** Best open prices of an item; 0 where there is none. */
interface BestPrices {
  readonly sell: number
  readonly buy: number
}

export type FrontPrice = Undercut

/**
 * The price that puts a lot before all others of its side without trading at once with the other side (rules §16);
 * null while the side is empty.
 */
export function frontPrice(side: Side, { sell, buy }: BestPrices): FrontPrice | null {
  return (
    undercutPrice(side, { sell: sell === 0 ? undefined : asCoins(sell), buy: buy === 0 ? undefined : asCoins(buy) }) ??
    null
  )
}
