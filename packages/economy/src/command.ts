import type { HarvestSelection } from './harvest/harvest.ts'
import type { PreferredPrice, Side } from './market/lot.ts'
import type { Direction } from './notices/notice.ts'
import type { AlertId, ItemId, JobId, LotId, NoticeId, RecipeId, UserId } from './numbers.ts'
import type { QueueName } from './production/job.ts'
import type { Rng } from './rng.ts'

/** Everything that can be asked of the economy. Numbers are unchecked here: the rules check them. */
export type Command =
  | PlaceLot
  | CancelLot
  | ChangeLotPrice
  | Grant
  | RegisterPlayer
  | WatchItem
  | CreatePriceAlert
  | DeletePriceAlert
  | FirePriceAlert
  | MarkNoticesRead
  | StartCraft
  | StartFactory
  | CancelJob
  | SetHarvest
  | ActivateEnergy

export interface PlaceLot {
  readonly type: 'place_lot'
  readonly userId: UserId
  readonly side: Side
  readonly itemId: ItemId
  /** Coins for one item: the worst price the user accepts. */
  readonly price: number
  readonly count: number
  /** `now` trades all at once or not at all; `rest` trades what crosses and rests the remainder. */
  readonly mode: 'now' | 'rest'
  readonly preferred: PreferredPrice
}

export interface CancelLot {
  readonly type: 'cancel_lot'
  readonly userId: UserId
  readonly lotId: LotId
}

/** Cancels an open lot and places what is left of it at another price, both or neither. */
export interface ChangeLotPrice {
  readonly type: 'change_lot_price'
  readonly userId: UserId
  readonly lotId: LotId
  /** Coins for one item. */
  readonly price: number
  readonly preferred: PreferredPrice
}

/** Mints coins and items for a user; bundles and generators among the items open. */
export interface Grant {
  readonly type: 'grant'
  readonly userId: UserId
  readonly kind: 'quest_drop' | 'customer_support'
  readonly coins: number
  readonly items: readonly { readonly itemId: ItemId; readonly count: number }[]
}

/** A first sign-in: makes the player and grants the starter pack (rules §13). */
export interface RegisterPlayer {
  readonly type: 'register_player'
  readonly userId: UserId
  readonly steamId: string
  readonly name: string
  readonly language: string
}

/** Puts an item on a watchlist or takes it off. */
export interface WatchItem {
  readonly type: 'watch_item'
  readonly userId: UserId
  readonly itemId: ItemId
  readonly isWatched: boolean
}

export interface CreatePriceAlert {
  readonly type: 'create_price_alert'
  readonly userId: UserId
  readonly itemId: ItemId
  /** Whose best price it watches. */
  readonly side: Side
  readonly direction: Direction
  readonly price: number
}

export interface DeletePriceAlert {
  readonly type: 'delete_price_alert'
  readonly userId: UserId
  readonly alertId: AlertId
}

/** Nobody asks for it: it follows the command that moved a best price to where the alert waits. */
export interface FirePriceAlert {
  readonly type: 'fire_price_alert'
  readonly userId: UserId
  readonly alertId: AlertId
}

export interface MarkNoticesRead {
  readonly type: 'mark_notices_read'
  readonly userId: UserId
  readonly upTo: NoticeId
}

export interface StartCraft {
  readonly type: 'start_craft'
  readonly userId: UserId
  readonly recipeId: RecipeId
  readonly count: number
}

export interface StartFactory {
  readonly type: 'start_factory'
  readonly userId: UserId
  readonly recipeId: RecipeId
  /** One chosen item per slot, in slot order. */
  readonly inputIds: readonly ItemId[]
  readonly count: number
}

/** Takes back a job that has not begun. */
export interface CancelJob {
  readonly type: 'cancel_job'
  readonly userId: UserId
  readonly queue: QueueName
  readonly jobId: JobId
}

export interface SetHarvest {
  readonly type: 'set_harvest'
  readonly userId: UserId
  readonly recipeId: RecipeId
  readonly enabled: boolean
  readonly maxParallel: number
  /** Selected items per slot. */
  readonly slots: readonly (readonly HarvestSelection[])[]
}

export interface ActivateEnergy {
  readonly type: 'activate_energy'
  readonly userId: UserId
}

/** What a decision may know of the outside. */
export interface DecisionContext {
  readonly nowMs: number
  /** A new version 7 uuid, later than any before it. */
  newId(): string
  /** Chance for one operation, recomputable from its id (rules §3). */
  rngFor(operationId: string): Rng
}
