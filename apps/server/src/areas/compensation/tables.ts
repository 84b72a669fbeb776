declare module '../../store/database.ts' {
  interface Database {
    compensation_run: CompensationRunTable
    compensation_grant: CompensationGrantTable
    compensation_change: CompensationChangeTable
  }
}

export interface CompensationRunTable {
  run_id: string
  actor_id: string
  /** Its idempotency key, and what was asked for with it. */
  key: string
  request_hash: string
  /** Who started it, as the audit log names him. */
  operator: unknown
  reason: string
  /** For each player. */
  coins: number
  items: unknown
  players: number
  granted: number
  refused: number
  ended_at_ms: number | null
  /** Since when an operator has it stopped; null once it has ended. */
  stopped_at_ms: number | null
  /** How often it was resumed: a task of an earlier turn leaves the work to that of the present one. */
  turn: number
}

/** One player's part of a run. */
interface CompensationGrantTable {
  run_id: string
  user_id: string
  /** A place in `GRANT_STATES`. */
  state: number
  /** Why it was refused. */
  code: string | null
}

/** A stop or a resumption that was done, by its idempotency key. */
interface CompensationChangeTable {
  actor_id: string
  key: string
  request_hash: string
}

/** Stored: the list only ever grows at its end. */
const GRANT_STATES = ['waiting', 'granted', 'refused'] as const

export const codeOfGrantState = (state: (typeof GRANT_STATES)[number]): number => GRANT_STATES.indexOf(state)
