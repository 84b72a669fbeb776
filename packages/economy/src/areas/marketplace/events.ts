import type { Coins, ItemId, OperationId, Quantity, UserId } from '../../core/numbers.ts'
import type { CostBasis, TradeLine } from './cost-basis.ts'
import type { Lot, LotId, Side } from './lot.ts'

declare module '../../core/event.ts' {
  interface Events {
    readonly lot_placed: { readonly type: 'lot_placed'; readonly lot: Lot }
    readonly lot_filled: LotFilled
    readonly lot_cancelled: { readonly type: 'lot_cancelled'; readonly lot: Lot }
    readonly traded: Traded
    readonly market_recorded: MarketRecorded
  }
}

export interface LotFilled {
  readonly type: 'lot_filled'
  /** The lot after the fill; an open count of 0 means it is complete. */
  readonly lot: Lot
  readonly count: Quantity
  readonly price: Coins
}

/** A trade between two players. */
export interface Traded {
  readonly type: 'traded'
  readonly itemId: ItemId
  readonly takerSide: Side
  readonly buyerId: UserId
  readonly sellerId: UserId
  readonly price: Coins
  readonly count: Quantity
  readonly atMs: number
}

/** A line of a player's trading history. */
export interface MarketRecorded extends TradeLine {
  readonly type: 'market_recorded'
  readonly id: OperationId
  readonly userId: UserId
  readonly itemId: ItemId
  readonly price: Coins
  /** The player's resting lot; undefined for the taker. */
  readonly lotId: LotId | undefined
  readonly lotCreatedAtMs: number
  /** The player's cost basis after this line; undefined for a cancel, which does not change it. */
  readonly costBasis: CostBasis | undefined
}
