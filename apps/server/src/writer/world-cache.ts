import {
  asAssetId,
  asUserId,
  createWorld,
  needsOf,
  type Catalogue,
  type Command,
  type DueSubject,
  type EntityRef,
  type UserId,
  type World,
} from '@clutch/economy'
import type { Statement } from '../store/statement.ts'
import type { WriterConnection } from '../store/writer-connection.ts'
import type { AccountLoader, EconomyArea, EntityLoader, EntityLocator, Row } from './area.ts'

/** Limits on what stays in memory between batches. */
export interface CacheLimits {
  readonly accountsMax: number
  /** Total size of entities, in the unit of each area (open lots for order books). */
  readonly entitySizeMax: number
}

export const CACHE_LIMITS: CacheLimits = { accountsMax: 50_000, entitySizeMax: 1_000_000 }

/** A cancel needs three rounds (lot, book, owners); an order needs two (book, owners of matching lots). */
const LOADING_ROUNDS_MAX = 6

interface Missing {
  readonly users: readonly UserId[]
  readonly entities: readonly EntityRef[]
}

/** The world in memory, loaded on demand: whole accounts and whole entities, in bulk. Evicts the least recently used. */
export class WorldCache {
  readonly world: World
  readonly #connection: WriterConnection
  readonly #limits: CacheLimits
  readonly #accountLoaders: readonly AccountLoader[]
  /** Several areas may store parts of the same entity. */
  readonly #entityLoaders = new Map<string, EntityLoader<unknown>[]>()
  readonly #locators = new Map<string, EntityLocator<unknown>>()
  /** In order of use, least recently used first. */
  readonly #accountUse = new Set<UserId>()
  readonly #entityUse = new Map<string, EntityRef>()
  /** Approximate total size of the entities in memory; exact after `evict` counted them. */
  #entitySize = 0

  private constructor(
    connection: WriterConnection,
    areas: readonly EconomyArea[],
    catalogue: Catalogue,
    limits: CacheLimits,
  ) {
    this.world = createWorld(catalogue)
    this.#connection = connection
    this.#limits = limits
    this.#accountLoaders = [BALANCES, ...areas.flatMap(({ accounts }) => accounts ?? [])]
    for (const { entities = {} } of areas) {
      for (const [kind, loader] of Object.entries(entities) as [
        string,
        EntityLoader<unknown> | EntityLocator<unknown>,
      ][]) {
        if ('locate' in loader) this.#locators.set(kind, loader)
        else this.#entityLoaders.set(kind, [...(this.#entityLoaders.get(kind) ?? []), loader])
      }
    }
  }

  /** Opens a cache with the world's own account and the areas' global state. */
  static async open(
    connection: WriterConnection,
    areas: readonly EconomyArea[],
    catalogue: Catalogue,
    limits: CacheLimits,
  ): Promise<WorldCache> {
    const cache = new WorldCache(connection, areas, catalogue, limits)
    await cache.#loadAccounts(Array.from(cache.world.accounts(), ({ userId }) => userId))
    for (const { open } of areas) await open?.(cache.world, (statements) => connection.load(statements))
    return cache
  }

  /** Loads everything the commands need. Commands decided in between may require more: see `use`. */
  async ensure(commands: readonly Command[]): Promise<void> {
    const absent = new Set<string>()
    for (let round = 0; round < LOADING_ROUNDS_MAX; round += 1) {
      const missing = this.#missing(commands, absent)
      if (missing.users.length === 0 && missing.entities.length === 0) return
      await this.#load(missing, absent)
    }
    throw new Error(`Commands still miss data after ${LOADING_ROUNDS_MAX} rounds of loading`)
  }

  /** Loads subjects with due work and marks them as used. A subject is a player or an entity of that kind. */
  async ensureSubjects(subjects: readonly DueSubject[]): Promise<void> {
    const users = subjects.flatMap(({ kind, id }) => (kind === 'player' ? [id] : []))
    const missing = users.filter((userId) => !this.world.hasAccount(userId))
    if (missing.length > 0) await this.#loadAccounts(missing)
    for (const userId of users) moveToEnd(this.#accountUse, userId)
    const others = subjects.filter(({ kind }) => kind !== 'player') as readonly unknown[] as readonly EntityRef[]
    await this.#loadEntities(others.filter((ref) => !this.world.has(ref.kind, ref.id)))
    for (const ref of others) this.#use(ref)
  }

  /**
   * Marks everything a command needs as used.
   * @returns false when something has to be loaded first: see `ensure`
   */
  use(command: Command): boolean {
    const { users, entities } = needsOf(this.world, command)
    for (const userId of users) if (!this.world.hasAccount(userId)) return false
    for (const ref of entities) {
      if (this.#isLocated(ref)) continue
      if (!this.world.has(ref.kind, ref.id)) return false
      this.#use(ref)
    }
    moveToEnd(this.#accountUse, command.userId)
    return true
  }

  /** Evicts the least recently used entries down to the limits. Entries must not hold uncommitted changes. */
  evict(): void {
    for (const userId of this.#accountUse) {
      if (this.#accountUse.size <= this.#limits.accountsMax) break
      this.#accountUse.delete(userId)
      this.world.dropAccount(userId)
    }
    if (this.#entitySize <= this.#limits.entitySizeMax) return
    this.#entitySize = this.#countEntities()
    for (const [key, ref] of this.#entityUse) {
      if (this.#entitySize <= this.#limits.entitySizeMax) break
      this.#entityUse.delete(key)
      this.#entitySize -= this.world.size(ref.kind, ref.id)
      this.world.drop(ref.kind, ref.id)
    }
  }

  /** Records growth of entities, so that the limit is checked without counting all of them. */
  noteAdded(count: number): void {
    this.#entitySize += count
  }

  #missing(commands: readonly Command[], absent: ReadonlySet<string>): Missing {
    const users = new Set<UserId>()
    const entities = new Map<string, EntityRef>()
    for (const command of commands) {
      const needs = needsOf(this.world, command)
      for (const userId of needs.users) if (!this.world.hasAccount(userId)) users.add(userId)
      for (const ref of needs.entities) {
        const key = keyOf(ref)
        if (!absent.has(key) && !this.world.has(ref.kind, ref.id)) entities.set(key, ref)
      }
    }
    return { users: [...users], entities: [...entities.values()] }
  }

  async #load(missing: Missing, absent: Set<string>): Promise<void> {
    const entities = new Map<string, EntityRef>()
    for (const [kind, refs] of Map.groupBy(missing.entities, (ref) => ref.kind)) {
      const locator = this.#locators.get(kind)
      if (locator === undefined) {
        for (const ref of refs) entities.set(keyOf(ref), ref)
        continue
      }
      const [rows = []] = await this.#connection.load([locator.locate(refs.map(({ id }) => id))])
      for (const ref of refs) absent.add(keyOf(ref))
      for (const ref of rows.map((row) => locator.entityOf(row))) {
        if (!this.world.has(ref.kind, ref.id)) entities.set(keyOf(ref), ref)
      }
    }
    if (missing.users.length > 0) await this.#loadAccounts(missing.users)
    if (entities.size > 0) await this.#loadEntities([...entities.values()])
  }

  async #loadAccounts(userIds: readonly UserId[]): Promise<void> {
    const statements = this.#accountLoaders.map((loader) => loader.statements(userIds))
    const results = await this.#connection.load(statements.flat())
    for (const userId of userIds) {
      this.world.addAccount(userId)
      moveToEnd(this.#accountUse, userId)
    }
    addAll(this.#accountLoaders, statements, results, (loader, own) => loader.add(this.world, own))
  }

  async #loadEntities(refs: readonly EntityRef[]): Promise<void> {
    for (const [kind, ofKind] of Map.groupBy(refs, (ref) => ref.kind)) {
      const loaders = this.#entityLoaders.get(kind)
      if (loaders === undefined) throw new Error(`No area loads a ${kind}`)
      const ids = ofKind.map(({ id }) => id)
      const statements = loaders.map((loader) => loader.statements(ids))
      const results = await this.#connection.load(statements.flat())
      addAll(loaders, statements, results, (loader, own) => loader.add(this.world, ids, own))
      for (const ref of ofKind) {
        this.#use(ref)
        this.#entitySize += this.world.size(ref.kind, ref.id)
      }
    }
  }

  #isLocated(ref: EntityRef): boolean {
    return this.#locators.has(ref.kind)
  }

  #use(ref: EntityRef): void {
    const key = keyOf(ref)
    this.#entityUse.delete(key)
    this.#entityUse.set(key, ref)
  }

  #countEntities(): number {
    let size = 0
    for (const ref of this.#entityUse.values()) size += this.world.size(ref.kind, ref.id)
    return size
  }
}

/** Passes each loader the results of its statements. */
function addAll<Loader>(
  loaders: readonly Loader[],
  statements: readonly (readonly Statement[])[],
  results: readonly (readonly Row[])[],
  add: (loader: Loader, own: readonly (readonly Row[])[]) => void,
): void {
  let taken = 0
  for (const [index, loader] of loaders.entries()) {
    const count = statements[index]?.length ?? 0
    add(loader, results.slice(taken, taken + count))
    taken += count
  }
}

/** Loads balances, which every account has regardless of areas. */
const BALANCES: AccountLoader = {
  statements: (userIds): Statement[] => [
    {
      name: 'select-balances',
      text: 'select user_id, asset, free, held, version from balance where user_id = any($1::uuid[])',
      values: [userIds],
    },
  ],
  add(world: World, [balances = []]: readonly (readonly Row[])[]) {
    for (const row of balances) {
      const account = world.account(asUserId(String(row['user_id'])))
      account.balances.set(asAssetId(Number(row['asset'])), { free: Number(row['free']), held: Number(row['held']) })
      account.version = Math.max(account.version, Number(row['version']))
    }
  },
}

function keyOf({ kind, id }: EntityRef): string {
  return `${kind}/${id}`
}

function moveToEnd<Key>(keys: Set<Key>, key: Key): void {
  keys.delete(key)
  keys.add(key)
}
