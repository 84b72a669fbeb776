import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { auditPieces, type AuditedArea, type AuditFinding } from '../store/audit.ts'
import type { Database } from '../store/database.ts'
import { readWatch, storeFreeze, type Freeze } from './freeze-store.ts'

const LOOK_EVERY_MS = 1_000
const AUDIT_EVERY_MS = 60 * 60 * 1_000
/** The first full audit after a start; by then whoever waited for the server has been served. */
const FIRST_AUDIT_DELAY_MS = 60_000
/** Between the pieces of a full audit others get their turn: the embedded database has one session. */
const PIECE_PAUSE_MS = 50
/** Findings that are kept and shown; a broken world has as many as it has accounts. */
const FINDINGS_MAX = 50

/** What the watch stops and starts again. */
export interface Freezable {
  freeze(): void
  /** Forgets what is in memory: it may have been repaired in the store. */
  thaw(): void
}

export interface EconomyWatchOptions {
  readonly db: Kysely<Database>
  /** For the full audit, which takes its time. */
  readonly slowDb: Kysely<Database>
  readonly areas: readonly AuditedArea[]
  readonly log: Logger
  readonly writer: Freezable
  readonly nowMs?: () => number
}

/**
 * Watches over the promises of the economy (rules §1): its sums every second, all of it every hour. When one is broken
 * the economy is frozen at once, on every server and over restarts: commands are refused, reads go on.
 */
export class EconomyWatch {
  readonly #options: EconomyWatchOptions
  readonly #stopping = new AbortController()
  #freeze: Freeze | undefined
  #auditedAtMs: number | undefined
  #nextAuditAtMs: number
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #auditing: Promise<AuditFinding[]> | undefined

  constructor(options: EconomyWatchOptions) {
    this.#options = options
    this.#nextAuditAtMs = this.#nowMs() + FIRST_AUDIT_DELAY_MS
  }

  /** Resolves when what is stored is known: a frozen economy takes no command after a restart. */
  async start(): Promise<void> {
    await this.#look()
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look()
        .catch((error: unknown) => this.#options.log.warn({ err: error }, 'the economy could not be looked at'))
        .finally(() => (this.#looking = undefined))
    }, LOOK_EVERY_MS)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#timer)
    await this.#looking
    await this.#auditing?.catch(() => undefined)
  }

  get freeze(): Freeze | undefined {
    return this.#freeze
  }

  /** When the last full audit that found nothing ended, in Unix milliseconds; undefined before the first. */
  get auditedAtMs(): number | undefined {
    return this.#auditedAtMs
  }

  /** Checks every promise now; freezes when one is broken. @returns what is broken. */
  audit(): Promise<AuditFinding[]> {
    this.#auditing ??= this.#audit().finally(() => (this.#auditing = undefined))
    return this.#auditing
  }

  /** Goes on at once after the stored freeze was lifted; other servers notice within a second. */
  noteLifted(): void {
    if (this.#freeze !== undefined) this.#lift()
  }

  #nowMs(): number {
    return (this.#options.nowMs ?? Date.now)()
  }

  async #look(): Promise<void> {
    const { freeze, imbalances } = await readWatch(this.#options.db)
    if (imbalances.length > 0 && freeze === undefined) await this.#stop(imbalances)
    else if (freeze !== undefined) this.#follow(freeze)
    else if (this.#freeze !== undefined) this.#lift()
    if (this.#nowMs() >= this.#nextAuditAtMs) {
      // Whatever comes of it is said by itself; the looks go on meanwhile.
      this.#nextAuditAtMs = this.#nowMs() + AUDIT_EVERY_MS
      this.audit().catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'the audit did not come to its end'),
      )
    }
  }

  async #stop(findings: readonly AuditFinding[]): Promise<void> {
    const { db, log, writer } = this.#options
    writer.freeze()
    const isFirst = this.#freeze === undefined
    this.#freeze = { sinceMs: this.#freeze?.sinceMs ?? this.#nowMs(), findings: findings.slice(0, FINDINGS_MAX) }
    log.fatal({ findings: this.#freeze.findings }, 'the economy is frozen: it does not keep its promises')
    await storeFreeze(db, this.#freeze)
    // The sums say which asset; the whole audit says whose.
    if (isFirst) this.#nextAuditAtMs = this.#nowMs()
  }

  /** Another server has frozen it, or knows more of why. */
  #follow(freeze: Freeze): void {
    if (this.#freeze === undefined) {
      this.#options.log.fatal({ findings: freeze.findings }, 'the economy is frozen')
      this.#options.writer.freeze()
    }
    this.#freeze = freeze
  }

  #lift(): void {
    this.#freeze = undefined
    this.#options.log.warn('the economy is not frozen any more')
    this.#options.writer.thaw()
  }

  async #audit(): Promise<AuditFinding[]> {
    const { slowDb, areas } = this.#options
    const findings: AuditFinding[] = []
    for await (const piece of auditPieces(slowDb, areas)) {
      // What is broken is broken twice: nothing that was on its way freezes an economy.
      if ((await piece(slowDb)).length > 0) findings.push(...(await piece(slowDb)))
      if (this.#stopping.signal.aborted) throw new Error('The server stops')
      await pause(PIECE_PAUSE_MS)
    }
    if (findings.length > 0) await this.#stop(findings)
    else this.#auditedAtMs = this.#nowMs()
    return findings
  }
}

function pause(timeMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, timeMs)
  })
}
