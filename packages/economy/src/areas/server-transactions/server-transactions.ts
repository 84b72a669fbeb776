import type { CommandBase } from '../../core/command.ts'
import type { OperationKind } from '../../core/ledger/operation-kinds.ts'
import type { AssetId, ItemId, OperationId, UserId } from '../../core/numbers.ts'

declare module '../../core/command.ts' {
  interface Commands {
    readonly post_server_transaction: PostServerTransaction
  }
}
declare module '../../core/event.ts' {
  interface Events {
    readonly server_transaction_posted: ServerTransactionPosted
  }
}
declare module '../../core/rejection.ts' {
  interface Rejections {
    /** The caller's id belongs to another transaction. */
    readonly idempotency_conflict: { readonly code: 'idempotency_conflict' }
    readonly version_mismatch: { readonly code: 'version_mismatch'; readonly version: number }
    readonly ceiling_reached: { readonly code: 'ceiling_reached'; readonly resetsAtMs: number }
    /** Bundles and generators open when they are given, so no player has any to take. */
    readonly item_opens: { readonly code: 'item_opens'; readonly itemId: ItemId }
  }
}
declare module '../../core/world.ts' {
  interface WorldParts {
    readonly serverTransactions: ServerTransactions
  }
  interface EntityIds {
    readonly server_transaction: ServerTransactionId
    /** What a key has granted on its last day. */
    readonly server_key: string
  }
}

/** A key and its caller's own id of a transaction, unique for ever. */
export type ServerTransactionId = string & { readonly __brand: 'ServerTransactionId' }

/** @param keyId a UUID @param transactionId the caller's own id */
export function serverTransactionId(keyId: string, transactionId: string): ServerTransactionId {
  return `${keyId}/${transactionId}` as ServerTransactionId
}

/** The parts of a `serverTransactionId`. */
export function partsOfServerTransaction(id: ServerTransactionId): { keyId: string; transactionId: string } {
  const end = id.indexOf('/')
  return { keyId: id.slice(0, end), transactionId: id.slice(end + 1) }
}

/** Kinds of operation that the game's server can post. */
export type ServerTransactionKind = Extract<
  OperationKind,
  'quest_drop' | 'customer_support' | 'spin' | 'starter_pack' | 'unknown'
>

/** The most that a key may grant per UTC day; undefined without a limit. */
export interface Ceilings {
  readonly coins?: number | undefined
  /** Of each item. */
  readonly unitsPerItem?: number | undefined
}

/** Gives and takes a player's items and coins, whole or not at all, once per id (integration §2). */
export interface PostServerTransaction extends CommandBase<'post_server_transaction'> {
  /** A UUID. */
  readonly keyId: string
  readonly transactionId: string
  /** Detects another request under the same id. */
  readonly requestHash: string
  readonly kind: ServerTransactionKind
  readonly causeId?: string | undefined
  /** Signed; 0 for none. */
  readonly coins: number
  readonly items: readonly { readonly itemId: ItemId; readonly delta: number }[]
  /** The version that the player must have; any without one. */
  readonly expectedVersion?: number | undefined
  readonly ceilings: Ceilings
}

/** What a transaction did; drawn items included. */
export interface ServerTransactionResult {
  /** Undefined when nothing moved, such as for a draw of nothing. */
  readonly operationId: OperationId | undefined
  /** The player's version afterwards. */
  readonly version: number
  readonly items: readonly { readonly itemId: ItemId; readonly change: number; readonly free: number }[]
  readonly coins: { readonly change: number; readonly free: number }
}

/** A posted transaction. */
export interface ServerTransaction {
  readonly userId: UserId
  readonly requestHash: string
  readonly result: ServerTransactionResult
}

export interface ServerTransactionPosted extends ServerTransaction {
  readonly type: 'server_transaction_posted'
  readonly id: ServerTransactionId
  readonly keyId: string
  readonly atMs: number
  /** Days since 1970, UTC. */
  readonly day: number
  /** What the key has granted on that day of the assets that this transaction granted. */
  readonly granted: readonly (readonly [AssetId, number])[]
}

/** What a key has granted on one day. */
export interface KeyGrants {
  readonly day: number
  readonly granted: ReadonlyMap<AssetId, number>
}

/** The transactions and keys in memory. Those without an entry in the store are loaded as undefined. */
export class ServerTransactions {
  readonly transactions = new Map<ServerTransactionId, ServerTransaction | undefined>()
  readonly keys = new Map<string, KeyGrants | undefined>()

  post({ id, keyId, userId, requestHash, result, day, granted }: ServerTransactionPosted): void {
    this.transactions.set(id, { userId, requestHash, result })
    this.keys.set(keyId, { day, granted: new Map([...this.grantedOn(keyId, day), ...granted]) })
  }

  /** What a key has granted on a day, by asset. */
  grantedOn(keyId: string, day: number): ReadonlyMap<AssetId, number> {
    const grants = this.keys.get(keyId)
    return grants?.day === day ? grants.granted : new Map()
  }
}
