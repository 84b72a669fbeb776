import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Config } from '../config.ts'
import type { Store } from '../store/store.ts'
import { listBackups } from './backups.ts'

/** The newest backups known, in Unix milliseconds; undefined where none is known. */
export interface BackupStatus {
  readonly backupAtMs: number | undefined
  /** When PostgreSQL's log was last archived, to which a base backup can be rolled forward. */
  readonly walArchivedAtMs: number | undefined
  /** Whether the latest attempt to archive failed. */
  readonly isArchivingFailing: boolean
}

export interface BackupStatusOptions {
  readonly store: Pick<Store, 'db' | 'embedded'>
  readonly config: Pick<Config, 'backups' | 'backupStatusFile'>
  readonly log: Logger
}

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))
/** What tools that back up PostgreSQL write (docs/operations.md). */
const statusFile = z.object({ base_backup_at: time, wal_archived_at: time.optional() })

/**
 * Reads when the world was last backed up: the embedded database by this server, PostgreSQL by its own tools, which report
 * in BACKUP_STATUS_FILE. The archiving of its log is read from PostgreSQL itself.
 */
export class BackupStatusReader {
  readonly #options: BackupStatusOptions
  #loggedProblem = ''

  constructor(options: BackupStatusOptions) {
    this.#options = options
  }

  /** Whether backups should be known, so that none at all is a problem. */
  get isExpected(): boolean {
    const { store, config } = this.#options
    return store.embedded !== undefined || config.backupStatusFile !== undefined
  }

  /** @throws when the database cannot be read */
  async read(): Promise<BackupStatus> {
    const { store, config } = this.#options
    if (store.embedded !== undefined) {
      const newest = (await listBackups(config.backups.folder)).at(-1)
      return { backupAtMs: newest?.madeAtMs, walArchivedAtMs: undefined, isArchivingFailing: false }
    }
    const [reported, archived] = await Promise.all([this.#readFile(), this.#readArchiver()])
    return {
      backupAtMs: reported?.base_backup_at,
      walArchivedAtMs: archived.last_ms ?? reported?.wal_archived_at,
      isArchivingFailing: archived.is_failing,
    }
  }

  /** A missing or unreadable file is logged once, since it is read every few seconds. */
  async #readFile(): Promise<z.output<typeof statusFile> | undefined> {
    const { config, log } = this.#options
    if (config.backupStatusFile === undefined) return undefined
    try {
      const status = statusFile.parse(JSON.parse(await readFile(config.backupStatusFile, 'utf8')))
      this.#loggedProblem = ''
      return status
    } catch (error) {
      const problem = String(error)
      if (problem !== this.#loggedProblem) {
        log.warn({ err: error, file: config.backupStatusFile }, 'reading the backup status failed')
      }
      this.#loggedProblem = problem
      return undefined
    }
  }

  async #readArchiver(): Promise<{ last_ms: number | null; is_failing: boolean }> {
    const { rows } = await sql<{ last_ms: number | null; is_failing: boolean }>`select
        extract(epoch from last_archived_time)::float8 * 1000 as last_ms,
        coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as is_failing
      from pg_stat_archiver where current_setting('archive_mode') <> 'off'`.execute(this.#options.store.db)
    return rows[0] ?? { last_ms: null, is_failing: false }
  }
}
