import type { CommandBase } from '../../core/command.ts'
import type { ItemAmount } from '../../core/item-amounts.ts'
import type { ItemId, UserId } from '../../core/numbers.ts'
import type { Trade, TradeId, TradeStatus } from './trade.ts'
import type { Trades } from './trades.ts'

declare module '../../core/command.ts' {
  interface Commands {
    readonly create_trade: CreateTrade
    readonly confirm_trade: ConfirmTrade
    readonly cancel_trade: TradeCommand<'cancel_trade'>
    readonly decline_trade: TradeCommand<'decline_trade'>
  }
}
declare module '../../core/event.ts' {
  interface Events {
    readonly trade_created: { readonly type: 'trade_created'; readonly trade: Trade }
    readonly trade_changed: { readonly type: 'trade_changed'; readonly trade: Trade }
  }
}
declare module '../../core/rejection.ts' {
  interface Rejections {
    readonly trade_not_found: { readonly code: 'trade_not_found' }
    readonly trade_ended: { readonly code: 'trade_ended'; readonly status: TradeStatus }
    readonly trade_changed: { readonly code: 'trade_changed'; readonly revision: number }
    /** Both offers are equal, so nothing would change hands. */
    readonly empty_trade: { readonly code: 'empty_trade' }
    readonly too_many_trade_items: { readonly code: 'too_many_trade_items'; readonly max: number }
    readonly item_not_tradable: { readonly code: 'item_not_tradable'; readonly itemId: ItemId }
  }
}
declare module '../../core/world.ts' {
  interface WorldParts {
    readonly trades: Trades
  }
  interface EntityIds {
    readonly trade: TradeId
  }
}
declare module '../../core/scheduler.ts' {
  interface DueSubjectIds {
    readonly trade: TradeId
  }
}

/** Opens a trade with a friend, or returns the open one. */
export interface CreateTrade extends CommandBase<'create_trade'> {
  readonly otherId: UserId
}

export interface TradeCommand<Type extends string> extends CommandBase<Type> {
  readonly tradeId: TradeId
}

/** Sets the player's whole offer and confirms the trade. */
export interface ConfirmTrade extends TradeCommand<'confirm_trade'> {
  readonly coins: number
  /** One entry for each type. */
  readonly items: readonly ItemAmount[]
  /** The revision the player has seen; without it the trade cannot complete. */
  readonly seenRevision: number | undefined
}
