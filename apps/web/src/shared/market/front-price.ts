import { PRICE_MAX } from '@clutch/contract/constants'
import type { Side } from './order-preview.ts'

/** Best open prices of an item; 0 where there is none. */
interface BestPrices {
  readonly sell: number
  readonly buy: number
}

export interface FrontPrice {
  readonly price: number
  /** False where no price is left between the two sides: then it is the best one, behind those that stand there. */
  readonly isFirst: boolean
}

const PRICE_MIN = 1

/**
 * The price that puts a lot before all others of its side without trading at once with the other side (rules §16);
 * null while the side is empty.
 */
export function frontPrice(side: Side, { sell, buy }: BestPrices): FrontPrice | null {
  if (side === 'sell') {
    if (sell === 0) return null
    return sell - 1 > buy && sell > PRICE_MIN ? { price: sell - 1, isFirst: true } : { price: sell, isFirst: false }
  }
  if (buy === 0) return null
  const isFree = buy < PRICE_MAX && (sell === 0 || buy + 1 < sell)
  return isFree ? { price: buy + 1, isFirst: true } : { price: buy, isFirst: false }
}
