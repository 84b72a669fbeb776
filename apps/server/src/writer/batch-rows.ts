import {
  OPERATION_KINDS,
  type BalanceChange,
  type EconomyEvent,
  type Lot,
  type MarketRecorded,
  type Operation,
  type PlayerRegistered,
  type Traded,
  type UserId,
} from '@clutch/economy'
import type { Statement } from '../store/writer-connection.ts'
import { ItemTotals } from './item-totals.ts'
import { NoticeRows } from './notice-rows.ts'
import { ProductionRows } from './production-rows.ts'
import { PriceBuckets } from './price-buckets.ts'
import * as statements from './statements.ts'

/**
 * The rows a batch will write, gathered from its events. What is written twice is written once, as it was last:
 * a lot that comes and goes inside a batch is never written at all.
 */
export class BatchRows {
  readonly #players: PlayerRegistered[] = []
  readonly #balances = new Map<string, BalanceChange>()
  readonly #operations: Operation[] = []
  readonly #placedLots = new Map<string, Lot>()
  readonly #filledLots = new Map<string, Lot>()
  readonly #closedLots = new Set<string>()
  readonly #records: MarketRecorded[] = []
  readonly #totals = new ItemTotals()
  readonly #notices = new NoticeRows()
  readonly #buckets = new PriceBuckets()
  readonly #lastTrades = new Map<number, Traded>()
  readonly #production = new ProductionRows()

  /** Players whose next due work may be another than before. */
  get usersAtWork(): ReadonlySet<UserId> {
    return this.#production.users
  }

  add(events: readonly EconomyEvent[]): void {
    for (const event of events) this.#add(event)
  }

  statements(): Statement[] {
    return [
      statements.insertPlayers(this.#players),
      statements.upsertBalances([...this.#balances.values()]),
      statements.insertLedgerLines(
        this.#operations.map((operation) => ({ ...operation, kindCode: OPERATION_KINDS[operation.kind].code })),
      ),
      statements.insertLots([...this.#placedLots.values()]),
      statements.updateLots([...this.#filledLots.values()]),
      statements.deleteLots([...this.#closedLots]),
      statements.insertMarketRecords(this.#records),
      this.#totals.statement(),
      ...this.#notices.statements(),
      statements.addToPriceBuckets(this.#buckets.rows()),
      statements.upsertLastTrades([...this.#lastTrades.values()]),
      ...this.#production.statements(),
    ].filter((statement) => statement !== undefined)
  }

  #add(event: EconomyEvent): void {
    switch (event.type) {
      case 'ledger_posted':
        for (const change of event.changes) this.#balances.set(`${change.owner}/${change.asset}`, change)
        this.#operations.push(...event.operations)
        return
      case 'lot_placed':
        this.#placedLots.set(event.lot.id, event.lot)
        return
      case 'lot_filled':
        if (event.lot.openCount === 0) this.#close(event.lot)
        else if (this.#placedLots.has(event.lot.id)) this.#placedLots.set(event.lot.id, event.lot)
        else this.#filledLots.set(event.lot.id, event.lot)
        return
      case 'lot_cancelled':
        this.#close(event.lot)
        return
      case 'traded':
        this.#buckets.add(event)
        this.#lastTrades.set(event.itemId, event)
        return
      case 'market_recorded':
        this.#records.push(event)
        this.#totals.add(event)
        return
      case 'item_watched':
        this.#notices.watch(event)
        return
      case 'alert_created':
        this.#notices.createAlert(event.alert)
        return
      case 'alert_removed':
        this.#notices.removeAlert(event.alert)
        return
      case 'notification_added':
        this.#notices.addNotice(event.notification)
        return
      case 'notifications_read':
        this.#notices.markRead(event)
        return
      case 'player_registered':
        this.#players.push(event)
        return
      case 'job_queued':
      case 'job_moved':
      case 'job_ended':
      case 'job_cancelled':
      case 'harvest_set':
      case 'harvest_started':
      case 'harvest_ended':
      case 'energised':
        this.#production.add(event)
    }
  }

  #close(lot: Lot): void {
    this.#filledLots.delete(lot.id)
    if (!this.#placedLots.delete(lot.id)) this.#closedLots.add(lot.id)
  }
}
