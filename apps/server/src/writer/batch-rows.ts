import type { DueSubject, EconomyEvent } from '@clutch/economy'
import type { Statement } from '../store/statement.ts'
import type { AreaRows, EconomyArea, EventHandlers } from './area.ts'
import { LedgerRows } from './ledger-rows.ts'

type Handler = (event: never) => void

/** Calls the handlers of an event, whichever areas they belong to, in the order of the areas. */
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
 * The rows a batch will write, gathered from its events by the areas. What is written twice is written once, as it was
 * last: a lot that comes and goes inside a batch is never written at all.
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

  /** Whose next due work may be another than before. */
  dueSubjects(): DueSubject[] {
    return this.#areas.flatMap(({ dueSubjects }) => (dueSubjects === undefined ? [] : [...dueSubjects()]))
  }

  settledCount(): number {
    return this.#areas.reduce((sum, { settledCount }) => sum + (settledCount?.() ?? 0), 0)
  }

  addedSize(): number {
    return this.#areas.reduce((sum, { addedSize }) => sum + (addedSize?.() ?? 0), 0)
  }

  /** @param atMs when they are posted; what happened may have been due before. */
  statements(atMs: number): Statement[] {
    const all = [...this.#ledger.statements(), ...this.#areas.flatMap((area) => area.statements(atMs))]
    return all.filter((statement) => statement !== undefined)
  }
}
