import type { DueSubject, EconomyEvent, World } from '@clutch/economy'
import type { EconomyMessage } from '../bus/message.ts'
import type { Statement } from '../store/statement.ts'
import type { AreaRows, EconomyArea, EventHandlers } from './area.ts'
import { LedgerRows } from './ledger-rows.ts'

type Handler = (event: never) => void

/** Calls the handlers of every area for each event, in the order of the areas. */
export class EventDispatch {
  readonly #handlers = new Map<string, Handler[]>()

  constructor(tables: readonly EventHandlers[]) {
    for (const table of tables) {
      for (const [type, handler] of Object.entries(table)) {
        const known = this.#handlers.get(type)
        if (known === undefined) this.#handlers.set(type, [handler])
        else known.push(handler)
      }
    }
  }

  dispatch(events: readonly EconomyEvent[]): void {
    for (const event of events) {
      const handlers = this.#handlers.get(event.type)
      if (handlers !== undefined) for (const handle of handlers) handle(event as never)
    }
  }
}

/**
 * The rows a batch will write, collected by the areas from its events. A row changed several times is written once; a
 * lot placed and filled within one batch is never written.
 */
export class BatchRows {
  readonly #ledger = new LedgerRows()
  readonly #areas: readonly AreaRows[]
  readonly #dispatch: EventDispatch

  constructor(areas: readonly EconomyArea[]) {
    this.#areas = areas.flatMap(({ rows }) => (rows === undefined ? [] : [rows(this.#ledger)]))
    const ledger: EventHandlers = { ledger_posted: (event) => this.#ledger.add(event) }
    this.#dispatch = new EventDispatch([ledger, ...this.#areas.map(({ on }) => on)])
  }

  add(events: readonly EconomyEvent[]): void {
    this.#dispatch.dispatch(events)
  }

  /** Subjects whose next due time may have changed. */
  dueSubjects(): DueSubject[] {
    return this.#areas.flatMap(({ dueSubjects }) => (dueSubjects === undefined ? [] : [...dueSubjects()]))
  }

  /** Jobs and harvest groups that ended. */
  settledCount(): number {
    return this.#areas.reduce((sum, { settledCount }) => sum + (settledCount?.() ?? 0), 0)
  }

  /** Growth of the entities in memory, in the unit of their size (open lots). */
  addedSize(): number {
    return this.#areas.reduce((sum, { addedSize }) => sum + (addedSize?.() ?? 0), 0)
  }

  /** @param atMs posting time, in Unix milliseconds; the events themselves may have been due earlier */
  statements(atMs: number): Statement[] {
    // Operations last: events that a batch logs come before its operations in the event log.
    const all = [...this.#areas.flatMap((area) => area.statements(atMs)), ...this.#ledger.statements()]
    return all.filter((statement) => statement !== undefined)
  }
}

/** The changes of a batch to be broadcast, collected by the areas from its events. */
export class BatchUpdates {
  readonly #takes: readonly (() => EconomyMessage['updates'])[]
  readonly #before: EventDispatch
  readonly #after: EventDispatch

  constructor(areas: readonly EconomyArea[], world: World) {
    const drafts = areas.flatMap(({ updates }) => (updates === undefined ? [] : [updates(world)]))
    this.#takes = drafts.map(({ take }) => take)
    this.#before = new EventDispatch(drafts.flatMap(({ beforeApply }) => beforeApply ?? []))
    this.#after = new EventDispatch(drafts.map(({ on }) => on))
  }

  beforeApply(events: readonly EconomyEvent[]): void {
    this.#before.dispatch(events)
  }

  add(events: readonly EconomyEvent[]): void {
    this.#after.dispatch(events)
  }

  toMessage(atMs: number): Omit<EconomyMessage, 'id'> {
    const updates: EconomyMessage['updates'] = {}
    for (const take of this.#takes) Object.assign(updates, take())
    return { atMs, updates }
  }
}
