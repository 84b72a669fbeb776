import type { CommandBase } from '../../core/command.ts'
import type { CommandNeeds } from '../../core/needs.ts'
import type { ItemId, UserId } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'
import type { LotId } from '../marketplace/lot.ts'

declare module '../../core/command.ts' {
  interface Commands {
    readonly freeze_trading: FreezeTrading
    readonly freeze_item: FreezeItem
    readonly clear_book: ClearBook
  }
}
declare module '../../core/event.ts' {
  interface Events {
    readonly trading_frozen: TradingFrozen
    readonly item_frozen: ItemFrozen
  }
}
declare module '../../core/rejection.ts' {
  interface Rejections {
    readonly trading_frozen: { readonly code: 'trading_frozen'; readonly reason: string }
    readonly partner_frozen: { readonly code: 'partner_frozen' }
    readonly item_frozen: { readonly code: 'item_frozen'; readonly itemId: ItemId; readonly reason: string }
    readonly item_not_frozen: { readonly code: 'item_not_frozen'; readonly itemId: ItemId }
  }
}
declare module '../../core/world.ts' {
  interface AccountParts {
    /** Why the player may not trade; empty if they may. */
    readonly tradingFreeze: { reason: string }
  }
  interface WorldParts {
    /** Reasons of frozen items whose books are loaded. */
    readonly itemFreezes: Map<ItemId, string>
  }
}

/** Freezes a player's trading, with the reason shown to them; an empty reason unfreezes it. */
export interface FreezeTrading extends CommandBase<'freeze_trading'> {
  readonly reason: string
  /** The player's open lots, which are cancelled; lots of others are skipped. */
  readonly lotIds: readonly LotId[]
}

/** Freezes the market in an item; an empty reason unfreezes it. Its user is the world. */
export interface FreezeItem extends CommandBase<'freeze_item'> {
  readonly itemId: ItemId
  readonly reason: string
}

/** Cancels the oldest lots of a frozen item, a portion at a time. */
export interface ClearBook extends CommandBase<'clear_book'> {
  readonly itemId: ItemId
}

export interface TradingFrozen {
  readonly type: 'trading_frozen'
  readonly userId: UserId
  readonly reason: string
  readonly atMs: number
}

export interface ItemFrozen {
  readonly type: 'item_frozen'
  readonly itemId: ItemId
  readonly reason: string
  readonly atMs: number
}

export function needsOfFreezeTrading(_world: World, { userId, lotIds }: FreezeTrading): CommandNeeds {
  return { users: [userId], entities: lotIds.map((id) => ({ kind: 'lot', id })) }
}

export function needsOfFreezeItem(_world: World, { userId, itemId }: FreezeItem): CommandNeeds {
  return { users: [userId], entities: [{ kind: 'book', id: itemId }] }
}
