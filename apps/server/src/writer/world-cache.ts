import {
  asAssetId,
  asItemId,
  asUserId,
  createWorld,
  needsOf,
  type World,
  type Catalogue,
  type Command,
  type ItemId,
  type LotId,
  type UserId,
} from '@clutch/economy'
import type { WriterConnection } from '../store/writer-connection.ts'
import {
  selectAlertsOfItems,
  selectAlertsOfUsers,
  selectBalances,
  selectItemsOfLots,
  selectLotCounts,
  selectLots,
  selectWatchedItems,
  toAlert,
  toLot,
} from './world-queries.ts'
import { addProduction, selectProduction } from './production-queries.ts'

/** Bounds of what stays in memory between batches. */
export interface CacheLimits {
  readonly accountsMax: number
  readonly lotsMax: number
}

export const CACHE_LIMITS: CacheLimits = { accountsMax: 50_000, lotsMax: 1_000_000 }

/** What has to be loaded. */
interface Missing {
  readonly users: readonly UserId[]
  readonly items: readonly ItemId[]
  readonly lots: readonly LotId[]
}

/** A cancel needs three rounds: lot, then book; an order needs two: book, then the owners it would trade with. */
const LOADING_ROUNDS_MAX = 6

/**
 * The world in memory and how it gets there: by key, in bulk, whole accounts and whole books. Least recently used
 * accounts and books leave after a batch, when nothing uncommitted hangs on them.
 */
export class WorldCache {
  readonly world: World
  readonly #connection: WriterConnection
  readonly #limits: CacheLimits
  /** In order of use, least recent first. */
  readonly #accountUse = new Set<UserId>()
  readonly #bookUse = new Set<ItemId>()
  #lotsLoaded = 0

  private constructor(connection: WriterConnection, catalogue: Catalogue, limits: CacheLimits) {
    this.world = createWorld(catalogue)
    this.#connection = connection
    this.#limits = limits
  }

  /** An empty cache but for the world's own account. */
  static async open(connection: WriterConnection, catalogue: Catalogue, limits: CacheLimits): Promise<WorldCache> {
    const cache = new WorldCache(connection, catalogue, limits)
    await cache.#loadAccounts([...cache.world.accounts()].map(({ userId }) => userId))
    return cache
  }

  /** Loads whatever the commands need and is not there. Commands decided in between may call for more. */
  async ensure(commands: readonly Command[]): Promise<void> {
    const absentLots = new Set<LotId>()
    for (let round = 0; round < LOADING_ROUNDS_MAX; round += 1) {
      const missing = this.#missing(commands, absentLots)
      if (missing.users.length === 0 && missing.items.length === 0 && missing.lots.length === 0) return
      await this.#load(missing, absentLots)
    }
    throw new Error('Loading did not come to an end')
  }

  /** Loads players whose work is due, and marks them as just used. */
  async ensureAccounts(userIds: readonly UserId[]): Promise<void> {
    const missing = userIds.filter((userId) => !this.world.hasAccount(userId))
    if (missing.length > 0) await this.#loadAccounts(missing)
    for (const userId of userIds) moveToEnd(this.#accountUse, userId)
  }

  /** Whether a command can be decided without loading. */
  has(command: Command): boolean {
    const { users, entities } = needsOf(this.world, command)
    return (
      users.every((userId) => this.world.hasAccount(userId)) &&
      entities.every((entity) => entity.kind !== 'book' || this.world.has('book', entity.id))
    )
  }

  /** Marks what a command used as the most recent. */
  touch(command: Command): void {
    moveToEnd(this.#accountUse, command.userId)
    if (command.type === 'place_lot') moveToEnd(this.#bookUse, command.itemId)
  }

  /** Lets go of what was not used for longest, down to the limits. Only between batches. */
  evict(): void {
    for (const userId of this.#accountUse) {
      if (this.#accountUse.size <= this.#limits.accountsMax) break
      this.#accountUse.delete(userId)
      this.world.dropAccount(userId)
    }
    if (this.#lotsLoaded <= this.#limits.lotsMax) return
    this.#lotsLoaded = [...this.world.marketplace.books()].reduce((sum, book) => sum + book.size, 0)
    for (const itemId of this.#bookUse) {
      if (this.#lotsLoaded <= this.#limits.lotsMax) break
      this.#bookUse.delete(itemId)
      this.#lotsLoaded -= this.world.marketplace.book(itemId).size
      this.world.drop('book', itemId)
    }
  }

  /** Counts lots that came to rest since, so that the limit is checked without counting all. */
  noteLotsPlaced(count: number): void {
    this.#lotsLoaded += count
  }

  #missing(commands: readonly Command[], absentLots: ReadonlySet<LotId>): Missing {
    const users = new Set<UserId>()
    const items = new Set<ItemId>()
    const lots = new Set<LotId>()
    for (const command of commands) {
      const needs = needsOf(this.world, command)
      for (const userId of needs.users) if (!this.world.hasAccount(userId)) users.add(userId)
      for (const entity of needs.entities) {
        if (this.world.has(entity.kind, entity.id)) continue
        if (entity.kind === 'book') items.add(entity.id)
        else if (!absentLots.has(entity.id)) lots.add(entity.id)
      }
    }
    return { users: [...users], items: [...items], lots: [...lots] }
  }

  async #load(missing: Missing, absentLots: Set<LotId>): Promise<void> {
    const items = new Set(missing.items)
    if (missing.lots.length > 0) {
      const [rows = []] = await this.#connection.load([selectItemsOfLots(missing.lots)])
      for (const lotId of missing.lots) absentLots.add(lotId)
      for (const row of rows) {
        const itemId = asItemId(Number(row['item_id']))
        if (!this.world.marketplace.hasBook(itemId)) items.add(itemId)
      }
    }
    if (missing.users.length > 0) await this.#loadAccounts(missing.users)
    if (items.size > 0) await this.#loadBooks([...items])
  }

  async #loadAccounts(userIds: readonly UserId[]): Promise<void> {
    const [balances = [], lotCounts = [], watched = [], alerts = [], ...production] = await this.#connection.load([
      selectBalances(userIds),
      selectLotCounts(userIds),
      selectWatchedItems(userIds),
      selectAlertsOfUsers(userIds),
      ...selectProduction(userIds),
    ])
    for (const userId of userIds) {
      this.world.addAccount(userId)
      moveToEnd(this.#accountUse, userId)
    }
    for (const row of balances) {
      const account = this.world.account(asUserId(String(row['user_id'])))
      account.balances.set(asAssetId(Number(row['asset'])), { free: Number(row['free']), held: Number(row['held']) })
    }
    for (const row of lotCounts)
      this.world.account(asUserId(String(row['owner_id']))).marketplace.openLotCount = Number(row['lots'])
    for (const row of watched)
      this.world
        .account(asUserId(String(row['user_id'])))
        .notifications.watchedItems.add(asItemId(Number(row['item_id'])))
    for (const row of alerts) this.world.notifications.addAlert(toAlert(row))
    addProduction(this.world, production)
  }

  async #loadBooks(itemIds: readonly ItemId[]): Promise<void> {
    const [rows = [], alerts = []] = await this.#connection.load([selectLots(itemIds), selectAlertsOfItems(itemIds)])
    for (const itemId of itemIds) {
      this.world.marketplace.addBook(itemId)
      moveToEnd(this.#bookUse, itemId)
    }
    for (const row of rows) {
      const lot = toLot(row)
      this.world.marketplace.book(lot.itemId).add(lot)
      this.world.marketplace.indexLot(lot.id, lot.itemId)
    }
    for (const row of alerts) this.world.notifications.addAlert(toAlert(row))
    this.#lotsLoaded += rows.length
  }
}

function moveToEnd<Key>(keys: Set<Key>, key: Key): void {
  keys.delete(key)
  keys.add(key)
}
