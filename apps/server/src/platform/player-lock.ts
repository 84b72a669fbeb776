import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { CALL_TIMEOUT_MS } from './inventory-service.ts'

/** A lock expires this long after its last renewal: its holder counts as dead. */
const TURN_MS = CALL_TIMEOUT_MS + 4_000
const POLL_MS = 200

/** The right to call the platform about one player. */
export interface Turn {
  /** Call before each call to the platform. @throws when the lock was lost */
  readonly renew: () => Promise<void>
}

/**
 * Serializes platform calls per Steam id across all servers (rules §9): locks are rows that expire; within one server,
 * callers queue.
 */
export class PlayerLocks {
  readonly #db: Kysely<Database>
  readonly #nowMs: () => number
  readonly #queues = new Map<string, Promise<unknown>>()

  constructor(db: Kysely<Database>, nowMs: () => number = Date.now) {
    this.#db = db
    this.#nowMs = nowMs
  }

  /** Runs `act` once the lock is free. @throws the error of `act`, or when the signal aborts the wait */
  async take<Value>(steamId: string, signal: AbortSignal, act: (turn: Turn) => Promise<Value>): Promise<Value> {
    const before = this.#queues.get(steamId) ?? Promise.resolve()
    const mine = before.catch(() => undefined).then(() => this.#hold(steamId, signal, act))
    this.#queues.set(steamId, mine)
    try {
      return await mine
    } finally {
      if (this.#queues.get(steamId) === mine) this.#queues.delete(steamId)
    }
  }

  async #hold<Value>(steamId: string, signal: AbortSignal, act: (turn: Turn) => Promise<Value>): Promise<Value> {
    const holder = randomUUID()
    while (!(await this.#claim(steamId, holder))) await wait(POLL_MS, undefined, { signal })
    try {
      signal.throwIfAborted()
      return await act({
        renew: async () => {
          if (!(await this.#claim(steamId, holder))) throw new Error('The platform lock was lost')
        },
      })
    } finally {
      await this.#db.deleteFrom('platform_lock').where('holder', '=', holder).execute()
    }
  }

  async #claim(steamId: string, holder: string): Promise<boolean> {
    const nowMs = this.#nowMs()
    const { rows } = await sql`
      insert into platform_lock as turn (steam_id, holder, until_ms) values (${steamId}, ${holder}, ${nowMs + TURN_MS})
      on conflict (steam_id) do update set holder = excluded.holder, until_ms = excluded.until_ms
      where turn.holder = excluded.holder or turn.until_ms <= ${nowMs} returning 1`.execute(this.#db)
    return rows.length > 0
  }
}
