import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../store/database.ts'
import { RepeatedWork } from '../repeated-work.ts'
import { readEconomyState, storeHalt, type EconomyHalt } from './economy-halt.ts'
import { integrityCheckSteps, type CheckedArea, type IntegrityFinding } from './integrity-check.ts'

const POLL_INTERVAL_MS = 1_000
const CHECK_INTERVAL_MS = 60 * 60 * 1_000
/** Delay of the first integrity check, so that it does not compete with the load right after a start. */
const FIRST_CHECK_DELAY_MS = 60_000
/** Pause between steps of the check, for other queries: the embedded database has one session. */
const STEP_PAUSE_MS = 50
/** Findings that are stored and shown; a corrupted world can have one per account. */
const FINDINGS_MAX = 50

/** What a halt stops: the writer. */
export interface Haltable {
  halt(): void
  /** Reloads the world, which may have been repaired in the store. */
  resume(): void
}

export interface IntegrityMonitorOptions {
  readonly db: Kysely<Database>
  /** For the integrity check, whose queries are slow. */
  readonly slowDb: Kysely<Database>
  readonly areas: readonly CheckedArea[]
  readonly log: Logger
  readonly writer: Haltable
  readonly nowMs?: () => number
}

/**
 * Checks the economy's invariants (rules §1): asset totals every second, everything every hour. A violation halts the
 * economy on all servers and across restarts: commands are rejected, reads continue.
 */
export class IntegrityMonitor {
  readonly #options: IntegrityMonitorOptions
  readonly #stopping = new AbortController()
  #halt: EconomyHalt | undefined
  #checkedAtMs: number | undefined
  #nextCheckAtMs: number
  readonly #polling: RepeatedWork
  #checking: Promise<IntegrityFinding[]> | undefined

  constructor(options: IntegrityMonitorOptions) {
    this.#options = options
    this.#nextCheckAtMs = this.#nowMs() + FIRST_CHECK_DELAY_MS
    this.#polling = new RepeatedWork({
      everyMs: POLL_INTERVAL_MS,
      run: () => this.#poll(),
      onFailure: (error) => options.log.warn({ err: error }, 'economy check failed'),
    })
  }

  /** Resolves once the stored state has been read, so that a halt also holds after a restart. */
  async start(): Promise<void> {
    await this.#poll()
    this.#polling.start()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#polling.stop()
    await this.#checking?.catch(() => undefined)
  }

  get halt(): EconomyHalt | undefined {
    return this.#halt
  }

  /** End of the last integrity check without findings, in Unix milliseconds; undefined before the first. */
  get checkedAtMs(): number | undefined {
    return this.#checkedAtMs
  }

  /** Runs the whole integrity check and halts the economy on a violation. @returns the violations. */
  check(): Promise<IntegrityFinding[]> {
    this.#checking ??= this.#check().finally(() => (this.#checking = undefined))
    return this.#checking
  }

  /** Call after the stored halt was deleted, to resume at once; other servers notice within a second. */
  noteLifted(): void {
    if (this.#halt !== undefined) this.#resume()
  }

  #nowMs(): number {
    return (this.#options.nowMs ?? Date.now)()
  }

  async #poll(): Promise<void> {
    const { halt, imbalances } = await readEconomyState(this.#options.db)
    if (imbalances.length > 0 && halt === undefined) await this.#haltEconomy(imbalances)
    else if (halt !== undefined) this.#adopt(halt)
    else if (this.#halt !== undefined) this.#resume()
    if (this.#nowMs() >= this.#nextCheckAtMs) {
      // Not awaited: polling continues during the check.
      this.#nextCheckAtMs = this.#nowMs() + CHECK_INTERVAL_MS
      this.check().catch((error: unknown) => this.#options.log.warn({ err: error }, 'integrity check failed'))
    }
  }

  async #haltEconomy(findings: readonly IntegrityFinding[]): Promise<void> {
    const { db, log, writer } = this.#options
    writer.halt()
    const isFirst = this.#halt === undefined
    this.#halt = { sinceMs: this.#halt?.sinceMs ?? this.#nowMs(), findings: findings.slice(0, FINDINGS_MAX) }
    log.fatal({ findings: this.#halt.findings }, 'economy halted: integrity violations found')
    await storeHalt(db, this.#halt)
    // Totals show only the asset; the full check also shows the accounts.
    if (isFirst) this.#nextCheckAtMs = this.#nowMs()
  }

  /** Adopts a halt stored by another server, or further findings. */
  #adopt(halt: EconomyHalt): void {
    if (this.#halt === undefined) {
      this.#options.log.fatal({ findings: halt.findings }, 'economy halted')
      this.#options.writer.halt()
    }
    this.#halt = halt
  }

  #resume(): void {
    this.#halt = undefined
    this.#options.log.warn('economy resumed')
    this.#options.writer.resume()
  }

  async #check(): Promise<IntegrityFinding[]> {
    const { slowDb, areas } = this.#options
    const findings: IntegrityFinding[] = []
    for await (const step of integrityCheckSteps(slowDb, areas)) {
      // A finding counts only if it is confirmed by a second run, so that a transient state cannot halt the economy.
      if ((await step(slowDb)).length > 0) findings.push(...(await step(slowDb)))
      if (this.#stopping.signal.aborted) throw new Error('The server is stopping')
      await pause(STEP_PAUSE_MS)
    }
    if (findings.length > 0) await this.#haltEconomy(findings)
    else this.#checkedAtMs = this.#nowMs()
    return findings
  }
}

function pause(timeMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, timeMs)
  })
}
