import { HOUR_MS } from '@clutch/contract/formats'
import type { Logger } from 'pino'
import type { Store } from '../store/store.ts'
import { deleteOldBackups, listBackups, makeBackup, type BackupFolders } from './backups.ts'

const CHECK_INTERVAL_MS = 60_000
/** Delay after a start before the first backup of a world without backups. */
const FIRST_DELAY_MS = 10 * CHECK_INTERVAL_MS

export interface BackupScheduleOptions extends BackupFolders {
  readonly embedded: NonNullable<Store['embedded']>
  readonly everyHours: number
  readonly kept: number
  readonly log: Logger
}

/** Backs up the embedded database at a fixed interval, across restarts, and deletes the oldest backups. */
export class BackupSchedule {
  readonly #options: BackupScheduleOptions
  readonly #startedAtMs = Date.now()
  #timer: NodeJS.Timeout | undefined
  #making: Promise<void> | undefined

  constructor(options: BackupScheduleOptions) {
    this.#options = options
  }

  start(): void {
    if (this.#options.everyHours === 0) return
    this.#timer = setInterval(() => {
      this.#making ??= this.#makeWhenDue()
        .catch((error: unknown) => this.#options.log.error({ err: error }, 'backup failed'))
        .finally(() => (this.#making = undefined))
    }, CHECK_INTERVAL_MS)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.idle()
  }

  /** Resolves once no backup is being made. */
  async idle(): Promise<void> {
    await this.#making
  }

  async #makeWhenDue(): Promise<void> {
    const { embedded, everyHours, kept, log, backupDir } = this.#options
    const last = (await listBackups(backupDir)).at(-1)
    const dueAtMs = last === undefined ? this.#startedAtMs + FIRST_DELAY_MS : last.madeAtMs + everyHours * HOUR_MS
    if (Date.now() < dueAtMs) return
    const startedAtMs = performance.now()
    const folder = await makeBackup(embedded, this.#options, 'scheduled')
    await deleteOldBackups(backupDir, 'scheduled', kept)
    log.info({ folder, timeMs: Math.round(performance.now() - startedAtMs) }, 'backup completed')
  }
}
