import type { EntityRef } from '../../core/needs.ts'
import type { World } from '../../core/world.ts'
import { pairIdOf, type PairId } from '../social/pair.ts'
import type { Trade, TradeId } from './trade.ts'

/** The trades in memory, and each pair's open one. */
export class Trades {
  /** Undefined for an unknown id. */
  readonly #trades = new Map<TradeId, Trade | undefined>()
  /** The latest trade of every pair in memory. */
  readonly #latest = new Map<PairId, TradeId | undefined>()

  has(id: TradeId): boolean {
    return this.#trades.has(id)
  }

  get(id: TradeId): Trade | undefined {
    return this.#trades.get(id)
  }

  all(): Trade[] {
    return Array.from(this.#trades.values()).filter((trade) => trade !== undefined)
  }

  /** Adds a loaded trade; undefined if the id is unknown. */
  add(id: TradeId, trade: Trade | undefined): void {
    this.#trades.set(id, trade)
  }

  drop(id: TradeId): void {
    this.#trades.delete(id)
  }

  /** Adds or replaces a trade. */
  set(trade: Trade): void {
    this.#trades.set(trade.id, trade)
    const pairId = pairOfTrade(trade)
    if (trade.status === 'active' && this.#latest.has(pairId)) this.#latest.set(pairId, trade.id)
  }

  hasPair(id: PairId): boolean {
    return this.#latest.has(id)
  }

  addPair(id: PairId, tradeId: TradeId | undefined): void {
    this.#latest.set(id, tradeId)
  }

  dropPair(id: PairId): void {
    this.#latest.delete(id)
  }

  /** The latest trade of a pair, which may have ended. */
  latestOf(id: PairId): TradeId | undefined {
    return this.#latest.get(id)
  }

  /** The open trade of a pair. */
  activeOf(id: PairId): Trade | undefined {
    const tradeId = this.#latest.get(id)
    const trade = tradeId === undefined ? undefined : this.#trades.get(tradeId)
    return trade?.status === 'active' ? trade : undefined
  }
}

export function pairOfTrade({ sides: [low, high] }: Trade): PairId {
  return pairIdOf(low.userId, high.userId)
}

/** What must be loaded to know the open trade of a pair, once the pair is loaded. */
export function tradeRefsOf(world: World, id: PairId): EntityRef[] {
  const tradeId = world.trades.latestOf(id)
  return tradeId === undefined ? [] : [{ kind: 'trade', id: tradeId }]
}
