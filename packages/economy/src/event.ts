import type { HarvestGroup, HarvestSettings } from './harvest/harvest.ts'
import type { LedgerPosted } from './ledger/ledger.ts'
import type { Lot, Side } from './market/lot.ts'
import type { Notice, PriceAlert } from './notices/notice.ts'
import type { Coins, ItemId, LotId, NoticeId, OperationId, Quantity, RecipeId, UserId } from './numbers.ts'
import type { ItemAmount } from './production/item-amounts.ts'
import type { Job } from './production/job.ts'

/** What a decision changes. Each carries the state after it, so applying needs no arithmetic that could fail. */
export type EconomyEvent =
  | LedgerPosted
  | { readonly type: 'lot_placed'; readonly lot: Lot }
  | LotFilled
  | { readonly type: 'lot_cancelled'; readonly lot: Lot }
  | Traded
  | MarketRecorded
  | PlayerRegistered
  | ItemWatched
  | { readonly type: 'alert_created'; readonly alert: PriceAlert }
  | { readonly type: 'alert_removed'; readonly alert: PriceAlert }
  | { readonly type: 'notice_added'; readonly notice: Notice }
  | NoticesRead
  | WorkEvent

/** What changes in a player's queues, harvests and energy. */
export type WorkEvent =
  | { readonly type: 'job_queued'; readonly job: Job }
  /** The job with its new times. */
  | { readonly type: 'job_moved'; readonly job: Job }
  | JobEnded
  | { readonly type: 'job_cancelled'; readonly job: Job; readonly returnedItems: readonly ItemAmount[] }
  | HarvestSet
  | { readonly type: 'harvest_started'; readonly group: HarvestGroup }
  | HarvestEnded
  | { readonly type: 'energised'; readonly userId: UserId; readonly untilMs: number }

export interface LotFilled {
  readonly type: 'lot_filled'
  /** The lot as it is after the fill; an open count of 0 means it is done. */
  readonly lot: Lot
  readonly count: Quantity
  readonly price: Coins
}

/** A trade as charts count it: by the side of the one who came to the book. */
export interface Traded {
  readonly type: 'traded'
  readonly itemId: ItemId
  readonly takerSide: Side
  readonly price: Coins
  readonly count: Quantity
  readonly atMs: number
}

export type MarketRecordType = 'cancel_sell' | 'cancel_buy' | 'sell_auto' | 'buy_auto' | 'sell_manual' | 'buy_manual'

/** A line of a player's trading history. */
export interface MarketRecorded {
  readonly type: 'market_recorded'
  readonly id: OperationId
  readonly userId: UserId
  readonly itemId: ItemId
  readonly recordType: MarketRecordType
  readonly price: Coins
  readonly count: Quantity
  /** Coins paid or, less the fee, received; 0 for a cancel. */
  readonly total: Coins
  /** The resting lot behind it; undefined for one who traded at once. */
  readonly lotId: LotId | undefined
  readonly lotCreatedAtMs: number
}

export interface PlayerRegistered {
  readonly type: 'player_registered'
  readonly userId: UserId
  readonly steamId: string
  readonly name: string
  readonly language: string
  readonly atMs: number
}

export interface ItemWatched {
  readonly type: 'item_watched'
  readonly userId: UserId
  readonly itemId: ItemId
  readonly isWatched: boolean
  readonly atMs: number
}

export interface NoticesRead {
  readonly type: 'notices_read'
  readonly userId: UserId
  readonly upTo: NoticeId
}

export interface JobEnded {
  readonly type: 'job_ended'
  readonly job: Job
  /** What it made, opened down to plain items, and what it had kept. */
  readonly newItems: readonly ItemAmount[]
  readonly returnedItems: readonly ItemAmount[]
  readonly atMs: number
}

export interface HarvestSet {
  readonly type: 'harvest_set'
  readonly userId: UserId
  readonly recipeId: RecipeId
  readonly settings: HarvestSettings
}

export interface HarvestEnded {
  readonly type: 'harvest_ended'
  readonly group: HarvestGroup
  /** What the runs brought, what broke granting something included. */
  readonly newItems: readonly ItemAmount[]
  readonly brokenItems: readonly ItemAmount[]
  /** What items became by experience. */
  readonly upgradedItems: readonly ItemAmount[]
  /** Experience after it, of the items that gained some. */
  readonly experience: readonly { readonly itemId: ItemId; readonly experience: number }[]
}
