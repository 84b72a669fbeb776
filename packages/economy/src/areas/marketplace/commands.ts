import type { CommandBase } from '../../core/command.ts'
import type { ItemId, Quantity } from '../../core/numbers.ts'
import type { LotId, PreferredPrice, Side } from './lot.ts'

declare module '../../core/command.ts' {
  interface Commands {
    readonly place_lot: PlaceLot
    readonly cancel_lot: CancelLot
    readonly change_lot_price: ChangeLotPrice
  }
}
declare module '../../core/rejection.ts' {
  interface Rejections {
    readonly invalid_price: { readonly code: 'invalid_price'; readonly price: number }
    readonly item_not_sellable: { readonly code: 'item_not_sellable'; readonly itemId: ItemId }
    readonly lot_too_large: { readonly code: 'lot_too_large'; readonly max: Quantity }
    readonly too_many_lots: { readonly code: 'too_many_lots'; readonly max: number }
    readonly lot_not_found: { readonly code: 'lot_not_found'; readonly lotId: LotId }
    readonly price_unchanged: { readonly code: 'price_unchanged' }
    readonly would_match_own_lot: { readonly code: 'would_match_own_lot'; readonly lotId: LotId }
    readonly market_moved: { readonly code: 'market_moved'; readonly available: Quantity }
  }
}

export interface PlaceLot extends CommandBase<'place_lot'> {
  readonly side: Side
  readonly itemId: ItemId
  /** Coins per item: the worst price the player accepts. */
  readonly price: number
  readonly count: number
  /** `now` fills everything immediately or nothing; `rest` fills what crosses and rests the remainder. */
  readonly mode: 'now' | 'rest'
  readonly preferred: PreferredPrice
}

export interface CancelLot extends CommandBase<'cancel_lot'> {
  readonly lotId: LotId
}

/** Cancels an open lot and places its remainder at another price, atomically. */
export interface ChangeLotPrice extends CommandBase<'change_lot_price'> {
  readonly lotId: LotId
  /** Coins per item. */
  readonly price: number
  readonly preferred: PreferredPrice
}
