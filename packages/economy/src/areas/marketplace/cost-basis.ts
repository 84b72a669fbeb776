import { AMOUNT_MAX, type Coins, type ItemId, type Quantity, type UserId } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'

export type MarketRecordType = 'cancel_sell' | 'cancel_buy' | 'sell_auto' | 'buy_auto' | 'sell_manual' | 'buy_manual'

/** What a line of a trading history did. */
export interface TradeLine {
  readonly recordType: MarketRecordType
  readonly count: Quantity
  /** Coins paid or, less the fee, received; 0 for a cancel. */
  readonly total: Coins
}

/** What a player's trades in one item have come to, by perpetual average cost (rules §16). All in whole coins and items. */
export interface CostBasis {
  /** Items that are held at a cost: bought and not yet sold. */
  readonly heldCount: number
  /** What those cost together. */
  readonly heldCost: number
  /** Of items sold out of those: what they brought, after the fee, less what they had cost; negative for a loss. */
  readonly realisedProfit: number
  /** What items sold beyond those brought: they were found, made or received. */
  readonly otherProceeds: number
}

export const NO_TRADES: CostBasis = { heldCount: 0, heldCost: 0, realisedProfit: 0, otherProceeds: 0 }

/** The basis after one more line of trading history, in the order of trades. Sums stop at 2^53 − 1. */
export function afterTrade(basis: CostBasis, { recordType, count, total }: TradeLine): CostBasis {
  switch (recordType) {
    case 'buy_auto':
    case 'buy_manual':
      return afterPurchase(basis, count, total)
    case 'sell_auto':
    case 'sell_manual':
      return afterSale(basis, count, total)
    case 'cancel_buy':
    case 'cancel_sell':
      return basis
  }
}

/** A purchase adds its count and its cost to what is held at cost. @param paid coins for all of them. */
export function afterPurchase(basis: CostBasis, count: number, paid: number): CostBasis {
  return { ...basis, heldCount: add(basis.heldCount, count), heldCost: add(basis.heldCost, paid) }
}

/**
 * A sale takes from what is held at cost as many as are there, at their average, and only these are profit or loss.
 * Fractions stay where they are: the cost taken and the proceeds of those items are rounded down, so nothing is counted
 * twice or lost.
 * @param received coins for all of them, after the fee.
 */
export function afterSale(basis: CostBasis, count: number, received: number): CostBasis {
  const soldAtCost = Math.min(count, basis.heldCount)
  if (soldAtCost === 0) return { ...basis, otherProceeds: add(basis.otherProceeds, received) }
  const cost = shareOf(basis.heldCost, soldAtCost, basis.heldCount)
  const proceeds = shareOf(received, soldAtCost, count)
  return {
    heldCount: basis.heldCount - soldAtCost,
    heldCost: basis.heldCost - cost,
    realisedProfit: add(basis.realisedProfit, proceeds - cost),
    otherProceeds: add(basis.otherProceeds, received - proceeds),
  }
}

/** Cost bases in one item while a command is decided: several of its trades may be one player's. */
export class CostBasisDraft {
  readonly #world: World
  readonly #itemId: ItemId
  readonly #drafted = new Map<UserId, CostBasis>()

  constructor(world: World, itemId: ItemId) {
    this.#world = world
    this.#itemId = itemId
  }

  /** The player's basis after one more trade, which the next one goes by. */
  add(userId: UserId, line: TradeLine): CostBasis {
    const { costBases } = this.#world.account(userId).marketplace
    const basis = afterTrade(this.#drafted.get(userId) ?? costBases.get(this.#itemId) ?? NO_TRADES, line)
    this.#drafted.set(userId, basis)
    return basis
  }
}

/** whole × part / parts, rounded down, exact for any amounts. */
function shareOf(whole: number, part: number, parts: number): number {
  if (part === parts) return whole
  const product = whole * part
  if (product <= AMOUNT_MAX) return Math.floor(product / parts)
  return Number((BigInt(whole) * BigInt(part)) / BigInt(parts))
}

function add(sum: number, amount: number): number {
  return Math.max(-AMOUNT_MAX, Math.min(AMOUNT_MAX, sum + amount))
}
