import type { Catalogue } from './catalogue.ts'
import { EMPTY_BALANCE, WORLD, type Balance, type LedgerSource } from './ledger/accounts.ts'
import type { OperationKinds } from './ledger/operation-kinds.ts'
import type { AssetId, UserId } from './numbers.ts'

/** What areas store per player in addition to balances; each adds its part. */
export interface AccountParts {}

/** What areas store that belongs to no single player; each adds its part. */
export interface WorldParts {}

/** Ids of everything that is loaded by id besides accounts, by kind. */
export interface EntityIds {}

export type EntityKind = keyof EntityIds

/** An area's part of a kind of entity. Several areas may have a part of the same entity. */
export interface EntityPart<Id> {
  readonly has?: (world: World, id: Id) => boolean
  /** Evicts it. Absent for an entity that is evicted as part of another. */
  readonly drop?: (world: World, id: Id) => void
  /** Its size for the cache limit, such as a book's number of lots. */
  readonly size?: (world: World, id: Id) => number
}

export type EntityTable = { readonly [Kind in EntityKind]?: EntityPart<EntityIds[Kind]> }

/** The merged parts of all areas. */
export interface WorldShape {
  readonly operationKinds: OperationKinds
  readonly entities: readonly EntityTable[]
  readonly createAccountParts: () => AccountParts
  readonly createWorldParts: (world: World) => WorldParts
}

/** A player's account. */
export interface Account extends AccountParts {
  readonly userId: UserId
  readonly balances: Map<AssetId, Balance>
  /** Grows with every change of the balances; 0 before the first. */
  version: number
}

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the constructor adds every part
export interface World extends WorldParts {}

/**
 * The part of the economy that is in memory: whole accounts and whole entities. Rules read it; only `applyEvents` and
 * the loading code change it. Reading an entity that is not loaded throws, because it is a bug in `needsOf`.
 */
export class World implements LedgerSource {
  readonly #shape: WorldShape
  readonly #accounts = new Map<UserId, Account>()
  #catalogue: Catalogue

  constructor(shape: WorldShape, catalogue: Catalogue) {
    this.#shape = shape
    this.#catalogue = catalogue
    Object.assign(this, shape.createWorldParts(this))
    this.addAccount(WORLD)
  }

  /** What each kind of operation may move. */
  get operationKinds(): OperationKinds {
    return this.#shape.operationKinds
  }

  /** The content that the game runs on now. */
  get catalogue(): Catalogue {
    return this.#catalogue
  }

  /** Replaces the content. */
  adoptCatalogue(catalogue: Catalogue): void {
    this.#catalogue = catalogue
  }

  addAccount(userId: UserId): Account {
    const account: Account = { userId, balances: new Map(), version: 0, ...this.#shape.createAccountParts() }
    this.#accounts.set(userId, account)
    return account
  }

  hasAccount(userId: UserId): boolean {
    return this.#accounts.has(userId)
  }

  account(userId: UserId): Account {
    const account = this.#accounts.get(userId)
    if (account === undefined) throw new Error(`Account not loaded: ${userId}`)
    return account
  }

  accounts(): IterableIterator<Account> {
    return this.#accounts.values()
  }

  dropAccount(userId: UserId): void {
    if (userId !== WORLD) this.#accounts.delete(userId)
  }

  balanceOf(owner: UserId, asset: AssetId): Balance {
    return this.account(owner).balances.get(asset) ?? EMPTY_BALANCE
  }

  versionOf(owner: UserId): number {
    return this.account(owner).version
  }

  /** Whether an entity is in memory. */
  has<Kind extends EntityKind>(kind: Kind, id: EntityIds[Kind]): boolean {
    let isKnown = false
    for (const table of this.#shape.entities) {
      const has = table[kind]?.has
      if (has === undefined) continue
      if (!has(this, id)) return false
      isKnown = true
    }
    return isKnown
  }

  /** Evicts an entity from all areas. */
  drop<Kind extends EntityKind>(kind: Kind, id: EntityIds[Kind]): void {
    for (const table of this.#shape.entities) table[kind]?.drop?.(this, id)
  }

  /** An entity's size for the cache limit, such as a book's number of lots. */
  size<Kind extends EntityKind>(kind: Kind, id: EntityIds[Kind]): number {
    let size = 0
    for (const table of this.#shape.entities) size += table[kind]?.size?.(this, id) ?? 0
    return size
  }
}
