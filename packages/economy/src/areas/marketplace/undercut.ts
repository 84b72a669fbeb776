import { asCoins, type Coins } from '../../core/numbers.ts'
import type { Side } from './lot.ts'
import { PRICE_MAX } from './matching.ts'

/** The best open price of each side of a book; undefined for an empty side. */
export interface BestPrices {
  readonly buy: Coins | undefined
  readonly sell: Coins | undefined
}

/** A price for a lot that is to rest. */
export interface Undercut {
  readonly price: Coins
  /** False where no price is left between the sides: it equals the best, behind those that stand there. */
  readonly isFirst: boolean
}

/**
 * The price that makes a new lot the best of its side and gives nothing away: a coin below the best offer, or above the
 * best bid. It never trades at once with the other side (rules §16).
 * @param best a best price of the own side may be that of others only; the other side's has to be that of all lots.
 * @returns undefined when there is nothing to undercut.
 */
export function undercutPrice(side: Side, best: BestPrices): Undercut | undefined {
  const standing = best[side]
  if (standing === undefined) return undefined
  const better = side === 'sell' ? standing - 1 : standing + 1
  if (restsAt(side, better, best)) return { price: asCoins(better), isFirst: true }
  return restsAt(side, standing, best) ? { price: standing, isFirst: false } : undefined
}

/**
 * The price nearest to a wished one at which a lot comes to rest and does not trade at once.
 * @returns undefined where there is none: somebody sells for a single coin, or buys at the highest price.
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
