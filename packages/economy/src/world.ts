import type { Catalogue } from './catalogue.ts'
import { EMPTY_BALANCE, WORLD, type Balance, type BalanceSource } from './ledger/accounts.ts'
import { OrderBook } from './market/order-book.ts'
import type { RestingLot } from './market/price-level.ts'
import { ItemAlerts } from './notices/item-alerts.ts'
import type { PriceAlert } from './notices/notice.ts'
import type { AlertId, AssetId, ItemId, LotId, UserId } from './numbers.ts'
import { Production } from './production/production.ts'

/** A player's share of the world. */
export interface Account {
  readonly userId: UserId
  readonly balances: Map<AssetId, Balance>
  openLotCount: number
  readonly watchedItems: Set<ItemId>
  /** Those that have not gone off. */
  readonly alerts: Map<AlertId, PriceAlert>
  readonly production: Production
}

/**
 * The part of the economy that is in memory: whole accounts and whole books. Rules read it; only `applyEvents`
 * and the loading code change it. Asking for what is not loaded is a bug in `needsOf`, hence an exception.
 */
export class World implements BalanceSource {
  readonly catalogue: Catalogue
  readonly #accounts = new Map<UserId, Account>()
  readonly #books = new Map<ItemId, OrderBook>()
  readonly #itemOfLot = new Map<LotId, ItemId>()
  /** Alerts of loaded books; most items have none. */
  readonly #alertsOfItem = new Map<ItemId, ItemAlerts>()

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue
    this.addAccount(WORLD)
  }

  addAccount(userId: UserId): Account {
    const account: Account = {
      userId,
      balances: new Map(),
      openLotCount: 0,
      watchedItems: new Set(),
      alerts: new Map(),
      production: new Production(),
    }
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

  balanceOf(owner: UserId, asset: AssetId): Balance {
    return this.account(owner).balances.get(asset) ?? EMPTY_BALANCE
  }

  addBook(itemId: ItemId): OrderBook {
    const book = new OrderBook(itemId)
    this.#books.set(itemId, book)
    return book
  }

  hasBook(itemId: ItemId): boolean {
    return this.#books.has(itemId)
  }

  book(itemId: ItemId): OrderBook {
    const book = this.#books.get(itemId)
    if (book === undefined) throw new Error(`Book not loaded: ${itemId}`)
    return book
  }

  books(): IterableIterator<OrderBook> {
    return this.#books.values()
  }

  /** An open lot of a loaded book. */
  lot(id: LotId): RestingLot | undefined {
    const itemId = this.#itemOfLot.get(id)
    return itemId === undefined ? undefined : this.#books.get(itemId)?.lot(id)
  }

  /** To be told of every lot that enters or leaves a book. */
  indexLot(id: LotId, itemId: ItemId): void {
    this.#itemOfLot.set(id, itemId)
  }

  forgetLot(id: LotId): void {
    this.#itemOfLot.delete(id)
  }

  /** Puts an alert beside its owner and its book, as far as they are loaded. */
  addAlert(alert: PriceAlert): void {
    this.#accounts.get(alert.userId)?.alerts.set(alert.id, alert)
    if (!this.#books.has(alert.itemId)) return
    const alerts = this.#alertsOfItem.get(alert.itemId) ?? new ItemAlerts()
    alerts.add(alert)
    this.#alertsOfItem.set(alert.itemId, alerts)
  }

  removeAlert(alert: PriceAlert): void {
    this.#accounts.get(alert.userId)?.alerts.delete(alert.id)
    this.#alertsOfItem.get(alert.itemId)?.remove(alert.id)
  }

  /** Alerts that the best prices of an item's book have reached, oldest first. */
  reachedAlerts(itemId: ItemId): PriceAlert[] {
    return this.#alertsOfItem.get(itemId)?.reachedBy((side) => this.book(itemId).bestPrice(side)) ?? []
  }

  dropAccount(userId: UserId): void {
    if (userId !== WORLD) this.#accounts.delete(userId)
  }

  dropBook(itemId: ItemId): void {
    for (const lot of this.#books.get(itemId)?.lots() ?? []) this.#itemOfLot.delete(lot.id)
    this.#books.delete(itemId)
    this.#alertsOfItem.delete(itemId)
  }
}
