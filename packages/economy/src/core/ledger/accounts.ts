import { asAssetId, asUserId, type Amount, type AssetId, type UserId } from '../numbers.ts'
import type { OperationKinds } from './operation-kinds.ts'

/** The asset id of coins; item ids start at 1. */
export const COINS = asAssetId(0)

/** Owner of the account that mints and burns, the only one that may be negative. */
export const WORLD = asUserId('00000000-0000-0000-0000-000000000000')

/** What one owner has of one asset. `held` belongs to open lots, running jobs and the like. */
export interface Balance {
  readonly free: number
  readonly held: number
}

export const EMPTY_BALANCE: Balance = { free: 0, held: 0 }

/** One side of a move. */
export interface AccountRef {
  readonly owner: UserId
  readonly bucket: 'free' | 'held'
}

export const freeOf = (owner: UserId): AccountRef => ({ owner, bucket: 'free' })
export const heldOf = (owner: UserId): AccountRef => ({ owner, bucket: 'held' })
export const THE_WORLD: AccountRef = freeOf(WORLD)

/** Moves an amount from one account to another: the only way a balance changes. */
export interface Move {
  readonly from: AccountRef
  readonly to: AccountRef
  readonly asset: AssetId
  readonly amount: Amount
}

/** What the ledger reads from the world. */
export interface LedgerSource {
  /** What each kind of operation may move. */
  readonly operationKinds: OperationKinds
  balanceOf(owner: UserId, asset: AssetId): Balance
  /** Grows with every change of the owner's balances. */
  versionOf(owner: UserId): number
}
