import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND_MS } from '@clutch/contract/formats'
import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../store/database.ts'

declare module '../store/database.ts' {
  interface Database {
    exclusive_work: ExclusiveWorkTable
  }
}

/** Which server does work that only one may do at a time. */
interface ExclusiveWorkTable {
  name: string
  holder: string
  /** On the database's clock, in Unix milliseconds. */
  until_ms: number
}

/** After a crash, another server takes over after this time. */
const LEASE_MS = 15_000
/** How often the lease is renewed, and how often the other servers try to acquire it. */
const RENEW_MS = 4_000
/** The work is aborted so long before the lease ends, so that its last statements precede those of the next holder. */
const MARGIN_MS = 3_000

export interface ExclusiveWorkOptions {
  readonly db: Kysely<Database>
  /** Whether other servers use the database: without them, no lease is needed. */
  readonly isShared: boolean
  readonly name: string
  /** Whether this server may do it now; asked when the lease is acquired and renewed. */
  readonly mayRun?: () => boolean
  /** Works until the signal, which is aborted when the server stops or has lost the lease. */
  readonly run: (signal: AbortSignal) => Promise<void>
  readonly log: Logger
}

/** Work without an end that exactly one of several servers does; another takes over when it stops or dies. */
export class ExclusiveWork {
  readonly #options: ExclusiveWorkOptions
  readonly #holder = randomUUID()
  readonly #stopping = new AbortController()
  #ended: Promise<void> | undefined

  constructor(options: ExclusiveWorkOptions) {
    this.#options = options
  }

  start(): void {
    this.#ended ??= this.#compete()
  }

  /** Ends the work and releases the lease for the next server. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#ended
  }

  async #compete(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      if (await this.#acquire().catch(() => false)) await this.#work()
      else await pauseUntil(RENEW_MS, signal)
    }
  }

  /** Does the work while the lease is renewed. */
  async #work(): Promise<void> {
    const { name, run, log } = this.#options
    const lost = new AbortController()
    let heldSinceMs = performance.now()
    const renewing = setInterval(() => {
      const askedAtMs = performance.now()
      this.#acquire().then(
        (isHeld) => (isHeld ? (heldSinceMs = askedAtMs) : lost.abort()),
        () => performance.now() - heldSinceMs > LEASE_MS - MARGIN_MS - RENEW_MS && lost.abort(),
      )
    }, RENEW_MS)
    try {
      await run(AbortSignal.any([this.#stopping.signal, lost.signal]))
    } catch (error) {
      log.error({ err: error, work: name }, 'exclusive work failed')
      await pauseUntil(SECOND_MS, this.#stopping.signal)
    } finally {
      clearInterval(renewing)
    }
    await this.#release().catch((error: unknown) => log.warn({ err: error, work: name }, 'releasing a lease failed'))
  }

  /** Acquires or renews the lease. @returns whether this server holds it */
  async #acquire(): Promise<boolean> {
    const { db, isShared, mayRun = () => true, name } = this.#options
    if (!mayRun()) return false
    if (!isShared) return true
    const { rows } = await sql`insert into exclusive_work (name, holder, until_ms)
      values (${name}, ${this.#holder}::uuid, ${DATABASE_NOW_MS} + ${LEASE_MS})
      on conflict (name) do update set holder = excluded.holder, until_ms = excluded.until_ms
      where exclusive_work.holder = excluded.holder or exclusive_work.until_ms <= ${DATABASE_NOW_MS}
      returning 1`.execute(db)
    return rows.length > 0
  }

  async #release(): Promise<void> {
    const { db, name } = this.#options
    await db.deleteFrom('exclusive_work').where('name', '=', name).where('holder', '=', this.#holder).execute()
  }
}

/** The same for all servers, whose own clocks can differ by more than the lease. */
const DATABASE_NOW_MS = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Waits, but not beyond the signal. */
export async function pauseUntil(delayMs: number, signal: AbortSignal): Promise<void> {
  await pause(delayMs, undefined, { signal, ref: false }).catch(() => undefined)
}
