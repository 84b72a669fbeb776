import { AMOUNT_MAX, type Coins, type ItemId, type Quantity, type UserId } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'

export type MarketRecordType = 'cancel_sell' | 'cancel_buy' | 'sell_auto' | 'buy_auto' | 'sell_manual' | 'buy_manual'

/** One line of a trading history. */
export interface TradeLine {
  readonly recordType: MarketRecordType
  readonly count: Quantity
  /** Coins paid, or received after the fee; 0 for a cancel. */
  readonly total: Coins
}

/** A player's cost basis in one item by perpetual average cost, in whole coins and items (rules §16). */
export interface CostBasis {
  /** Items bought and not yet sold. */
  readonly heldCount: number
  /** Their total cost. */
  readonly heldCost: number
  /** Proceeds after fees less cost of bought items that were sold; negative for a loss. */
  readonly realisedProfit: number
  /** Proceeds of sold items that were not bought: found, crafted or received. */
  readonly otherProceeds: number
}

export const NO_TRADES: CostBasis = { heldCount: 0, heldCost: 0, realisedProfit: 0, otherProceeds: 0 }

/** The basis after one more line, in the order of trades. Sums are capped at 2^53 − 1. */
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

/** The basis after a purchase. @param paid coins for all items. */
export function afterPurchase(basis: CostBasis, count: number, paid: number): CostBasis {
  return { ...basis, heldCount: add(basis.heldCount, count), heldCost: add(basis.heldCost, paid) }
}

/**
 * The basis after a sale. Bought items are sold first, at their average cost, and only they count as profit or loss.
 * Cost and proceeds of those items are rounded down, so that no coin is counted twice or lost.
 * @param received coins for all items, after the fee.
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

/** Cost bases in one item during a command, which may fill several lots of one player. */
export class CostBasisDraft {
  readonly #world: World
  readonly #itemId: ItemId
  readonly #drafted = new Map<UserId, CostBasis>()

  constructor(world: World, itemId: ItemId) {
    this.#world = world
    this.#itemId = itemId
  }

  /** The player's basis after one more trade. */
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
