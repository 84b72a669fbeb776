import type { QueueName, Side } from '@clutch/economy'

/** What one committed batch changed, as far as anybody watches. Plain JSON: it also lies in the outbox. */
export interface EconomyMessage {
  /** Rises by one with every batch. */
  readonly id: number
  readonly atMs: number
  /** Free balances after the batch; asset 0 is the coin. */
  readonly balances: readonly { readonly userId: string; readonly asset: number; readonly free: number }[]
  readonly lots: readonly LotNotice[]
  /** Best open prices that moved; 0 when a side became empty. */
  readonly prices: readonly { readonly itemId: number; readonly side: Side; readonly price: number }[]
  /** Items whose book changed, with the last trade of the batch, if there was one. */
  readonly books: readonly { readonly itemId: number; readonly tradedPrice: number; readonly tradedCount: number }[]
  /** What players are told that their screens cannot see by themselves; absent where there is nothing. */
  readonly notices?: readonly PlayerNotice[]
  readonly jobs: readonly JobNotice[]
  readonly harvests: readonly HarvestNotice[]
  readonly energised: readonly { readonly userId: string; readonly untilMs: number }[]
}

/** For messages that were stored before there was any such news. */
export const NO_WORK_NEWS = { jobs: [], harvests: [], energised: [] } as const

/** Items and counts. */
export type Items = readonly { readonly itemId: number; readonly count: number }[]

/** What happened to one craft or factory job, told to its owner. */
export interface JobNotice {
  readonly userId: string
  readonly queue: QueueName
  readonly status: 'added' | 'moved' | 'finished' | 'cancelled'
  readonly jobId: string
  readonly recipeId: number
  readonly count: number
  readonly startAtMs: number
  readonly endAtMs: number
  readonly inputIds: readonly number[]
  readonly newItems: Items
  readonly returnedItems: Items
}

/** What happened to one harvest recipe, told to its owner; without a group its settings changed. */
export interface HarvestNotice {
  readonly userId: string
  readonly recipeId: number
  readonly group:
    | {
        readonly id: string
        readonly count: number
        readonly startAtMs: number
        readonly endAtMs: number
        readonly itemIds: readonly number[]
      }
    | undefined
  /** Only of a group that has ended. */
  readonly ended:
    | {
        readonly newItems: Items
        readonly brokenItems: Items
        readonly upgradedItems: Items
        readonly experience: Items
      }
    | undefined
}

/** What happened to one lot, told to its owner. */
export interface LotNotice {
  readonly userId: string
  readonly lotId: string
  readonly itemId: number
  readonly side: Side
  readonly price: number
  readonly count: number
  readonly openCount: number
  readonly status: 'open' | 'filled' | 'cancelled'
  /** Items this change filled and at which price; 0 without a fill. */
  readonly filledCount: number
  readonly filledPrice: number
}

export interface PlayerNotice {
  readonly userId: string
  readonly noticeId: string
  readonly kind: 'price_alert' | 'lot_filled'
  readonly itemId: number
  readonly side: Side
  readonly price: number
  readonly count: number
}
