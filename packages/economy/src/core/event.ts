import type { LedgerPosted } from './ledger/ledger.ts'

/** Every event by its type; areas add theirs. */
export interface Events {
  readonly ledger_posted: LedgerPosted
}

export type EventType = keyof Events

/** What a decision changes. Each carries the state after it, so applying needs no arithmetic that could fail. */
export type EconomyEvent = Events[EventType]
