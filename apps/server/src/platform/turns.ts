import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { CALL_TIMEOUT_MS } from './inventory-service.ts'

/** A turn is over by itself so long after it was last renewed: its holder is taken for dead. */
const TURN_MS = CALL_TIMEOUT_MS + 4_000
const POLL_MS = 200

/** Somebody's turn to speak to the platform about one player. */
export interface Turn {
  /** Has to be called before each call to the platform. @throws when the turn was lost. */
  readonly renew: () => Promise<void>
}

/**
 * One outside call at a time per Steam id, on all servers together (rules §9): turns are rows that run out, and within
 * one server they queue.
 */
export class PlatformTurns {
  readonly #db: Kysely<Database>
  readonly #nowMs: () => number
  readonly #queues = new Map<string, Promise<unknown>>()

  constructor(db: Kysely<Database>, nowMs: () => number = Date.now) {
    this.#db = db
    this.#nowMs = nowMs
  }

  /** Runs `act` when it is the player's turn. @throws what it throws, or when the signal ends the wait. */
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
          if (!(await this.#claim(steamId, holder))) throw new Error('The turn was lost')
        },
      })
    } finally {
      await this.#db.deleteFrom('platform_turn').where('holder', '=', holder).execute()
    }
  }

  async #claim(steamId: string, holder: string): Promise<boolean> {
    const nowMs = this.#nowMs()
    const { rows } = await sql`
      insert into platform_turn as turn (steam_id, holder, until_ms) values (${steamId}, ${holder}, ${nowMs + TURN_MS})
      on conflict (steam_id) do update set holder = excluded.holder, until_ms = excluded.until_ms
      where turn.holder = excluded.holder or turn.until_ms <= ${nowMs} returning 1`.execute(this.#db)
    return rows.length > 0
  }
}
