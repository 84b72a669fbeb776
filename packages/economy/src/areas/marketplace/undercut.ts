import { asCoins, type Coins } from '../../core/numbers.ts'
import type { Side } from './lot.ts'
import { PRICE_MAX } from './matching.ts'

/** The best open price of each side of a book; undefined for an empty side. */
export interface BestPrices {
  readonly buy: Coins | undefined
  readonly sell: Coins | undefined
}

/** A price at which a new lot rests. */
export interface Undercut {
  readonly price: Coins
  /** False if no price is left between the sides: the price equals the best and queues behind it. */
  readonly isFirst: boolean
}

/**
 * The price that makes a new lot the best of its side: one coin below the best offer, or above the best bid. It never
 * matches the other side (rules §16).
 * @param best the own side may exclude the player's lots; the other side must include all lots.
 * @returns undefined if there is nothing to undercut.
 */
export function undercutPrice(side: Side, best: BestPrices): Undercut | undefined {
  const standing = best[side]
  if (standing === undefined) return undefined
  const better = side === 'sell' ? standing - 1 : standing + 1
  if (restsAt(side, better, best)) return { price: asCoins(better), isFirst: true }
  return restsAt(side, standing, best) ? { price: standing, isFirst: false } : undefined
}

/**
 * The price nearest to the requested one at which a lot rests without matching.
 * @returns undefined if there is none: an offer at 1 coin, or a bid at the highest price.
 */
export function restingPrice(side: Side, wished: Coins, best: BestPrices): Coins | undefined {
  const nearest =
    side === 'sell' ? Math.max(wished, (best.buy ?? 0) + 1) : Math.min(wished, (best.sell ?? PRICE_MAX + 1) - 1)
  return restsAt(side, nearest, best) ? asCoins(nearest) : undefined
}

function restsAt(side: Side, price: number, { buy, sell }: BestPrices): boolean {
  if (price < 1 || price > PRICE_MAX) return false
  return side === 'sell' ? buy === undefined || price > buy : sell === undefined || price < sell
}
