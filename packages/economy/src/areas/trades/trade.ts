import type { ItemAmount } from '../../core/item-amounts.ts'
import type { AssetId, Brand, UserId } from '../../core/numbers.ts'

export type TradeId = Brand<string, 'TradeId'>

export const asTradeId = (value: string): TradeId => value as TradeId

export type TradeStatus = 'active' | 'completed' | 'declined' | 'cancelled' | 'expired'

/** What one side would give. Nothing of it is on hold. */
export interface TradeOffer {
  readonly coins: number
  /** Ascending by item id, counts above 0. */
  readonly items: readonly ItemAmount[]
}

/**
 * A confirmation applies to both offers and is voided when the other side's changes. A `blind` one does not say what
 * its player has seen and never completes a trade.
 */
export type Confirmation = 'none' | 'blind' | 'seen'

/** What a side lacked of what it offered when the trade should have completed. */
export interface Missing {
  readonly asset: AssetId
  readonly count: number
}

export interface TradeSide {
  readonly userId: UserId
  readonly offer: TradeOffer
  readonly confirmation: Confirmation
  /** Set when completion failed for lack of it, until this side confirms again. */
  readonly missing: readonly Missing[]
}

/** A trade between two friends (rules §11). It holds nothing until it completes. */
export interface Trade {
  readonly id: TradeId
  /** In ascending order of the players' ids. */
  readonly sides: readonly [TradeSide, TradeSide]
  /** Who opened it. */
  readonly creatorId: UserId
  readonly status: TradeStatus
  /** Rises with every changed offer. */
  readonly revision: number
  /** Rises with every change, so that the later of two states is the one with the higher version. */
  readonly version: number
  readonly createdAtMs: number
  readonly expiresAtMs: number
  /** When it stopped being `active`; 0 before. */
  readonly endedAtMs: number
}

/** Item types per side. */
export const TRADE_ITEMS_MAX = 40
/** How long a trade stays open. */
export const TRADE_LIFE_MS = 24 * 3_600_000

export const NOTHING_OFFERED: TradeOffer = { coins: 0, items: [] }

/** A changed trade with its version raised. */
export function changeTrade(trade: Trade, change: Partial<Omit<Trade, 'version'>>): Trade {
  return { ...trade, ...change, version: trade.version + 1 }
}

/** Both sides, the player's own first; undefined if the player is not part of the trade. */
export function sidesFor({ sides: [low, high] }: Trade, userId: UserId): [TradeSide, TradeSide] | undefined {
  if (low.userId === userId) return [low, high]
  return high.userId === userId ? [high, low] : undefined
}

export function isSameOffer(one: TradeOffer, other: TradeOffer): boolean {
  return (
    one.coins === other.coins &&
    one.items.length === other.items.length &&
    one.items.every(({ itemId, count }, index) => {
      const same = other.items[index]
      return same !== undefined && same.itemId === itemId && same.count === count
    })
  )
}
