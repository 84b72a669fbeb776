import { SECOND_MS } from '@clutch/contract/formats'
import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import { RepeatedWork } from '../repeated-work.ts'
import type { Database } from './database.ts'

const READ_EVERY_MS = 60_000
/** Shorter interval while commands require a synchronous standby, so that its loss is noticed soon. */
const READ_EVERY_MS_WHEN_REQUIRED = 5_000

/** PostgreSQL's durability settings and connected standbys. */
export interface ReplicationFacts {
  readonly synchronous_standby_names: string
  readonly synchronous_commit: string
  readonly fsync: string
  readonly full_page_writes: string
  /** Standbys that receive changes. */
  readonly streaming: number
  /** Those of them for which a commit waits. */
  readonly synchronous: number
  /** How far the best standby is behind, in milliseconds; null when it has caught up. */
  readonly lag_ms: number | null
}

/** What is lost of acknowledged commands when the primary is lost and a standby or backup takes its place. */
export type OutageLoss =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'replication_lag'; readonly lagMs: number }
  | { readonly kind: 'since_backup' }

export interface OutageLossOptions {
  readonly db: Kysely<Database>
  readonly log: Logger
  /** Whether commands are rejected without a synchronous standby (`REQUIRE_SYNC_REPLICA`). */
  readonly isRequired: boolean
}

/** Reads every minute what an outage of the PostgreSQL primary would lose, and reports changes in the log. */
export class OutageLossWatch {
  readonly #options: OutageLossOptions
  #loss: OutageLoss | undefined
  #logged = ''
  readonly #reading: RepeatedWork

  private constructor(options: OutageLossOptions) {
    this.#options = options
    this.#reading = new RepeatedWork({
      everyMs: options.isRequired ? READ_EVERY_MS_WHEN_REQUIRED : READ_EVERY_MS,
      run: () => this.#read(),
      onFailure: (error) => options.log.warn({ err: error }, 'reading replication status failed'),
    })
  }

  /** Resolves after the first reading. */
  static async start(options: OutageLossOptions): Promise<OutageLossWatch> {
    const watch = new OutageLossWatch(options)
    await watch.#reading.runNow()
    watch.#reading.start()
    return watch
  }

  /** The latest reading; undefined before the first. */
  get loss(): OutageLoss | undefined {
    return this.#loss
  }

  /** Whether commands are rejected because a required synchronous standby is missing. */
  get isRejecting(): boolean {
    return this.#options.isRequired && this.#loss?.kind !== 'nothing'
  }

  stop(): Promise<void> {
    return this.#reading.stop()
  }

  async #read(): Promise<void> {
    const facts = await readReplicationFacts(this.#options.db)
    this.#loss = outageLossOf(facts)
    this.#logChange(facts, this.#loss)
  }

  /** The lag changes with every reading, so a change of it alone is not logged. */
  #logChange(facts: ReplicationFacts, loss: OutageLoss): void {
    const { lag_ms: _, ...settings } = facts
    const state = JSON.stringify(settings)
    if (state === this.#logged) return
    this.#logged = state
    const { log } = this.#options
    const details = { ...facts, loss: loss.kind }
    if (loss.kind === 'nothing') log.info(details, 'an outage of the primary loses nothing')
    else if (loss.kind === 'replication_lag')
      log.warn(details, 'an outage of the primary loses what no standby has yet')
    else log.warn(details, 'an outage of the primary loses everything since the last backup')
    if (facts.fsync === 'off' || facts.full_page_writes === 'off') {
      log.warn(details, 'a crash of the primary can damage the database: fsync or full_page_writes is off')
    }
    if (this.isRejecting)
      log.error(details, 'commands are rejected: REQUIRE_SYNC_REPLICA is on, no synchronous standby')
  }
}

/** What an outage of the primary loses. A synchronous standby counts only while it is connected and commits wait for it. */
export function outageLossOf(facts: ReplicationFacts): OutageLoss {
  const doCommitsWait = facts.synchronous_standby_names !== '' && !['off', 'local'].includes(facts.synchronous_commit)
  if (doCommitsWait && facts.synchronous > 0) return { kind: 'nothing' }
  if (facts.streaming > 0) return { kind: 'replication_lag', lagMs: facts.lag_ms ?? 0 }
  return { kind: 'since_backup' }
}

/** The metric's value: seconds of commands that are lost; infinite without a standby, NaN before the first reading. */
export function lossSeconds(loss: OutageLoss | undefined): number {
  switch (loss?.kind) {
    case 'nothing':
      return 0
    case 'replication_lag':
      return loss.lagMs / SECOND_MS
    case 'since_backup':
      return Number.POSITIVE_INFINITY
    case undefined:
    default:
      return Number.NaN
  }
}

async function readReplicationFacts(db: Kysely<Database>): Promise<ReplicationFacts> {
  const { rows } = await sql<ReplicationFacts>`select
      current_setting('synchronous_standby_names') as synchronous_standby_names,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      count(*) filter (where state = 'streaming')::integer as streaming,
      count(*) filter (where state = 'streaming' and sync_state in ('sync', 'quorum'))::integer as synchronous,
      min(extract(epoch from coalesce(flush_lag, interval '0')) * 1000)
        filter (where state = 'streaming')::double precision as lag_ms
    from pg_stat_replication`.execute(db)
  const [facts] = rows
  if (facts === undefined) throw new Error('PostgreSQL returned no settings')
  return facts
}
