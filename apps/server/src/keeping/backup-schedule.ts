import { HOUR_MS } from '@clutch/contract/formats'
import type { Logger } from 'pino'
import type { Store } from '../store/store.ts'
import { forgetOldBackups, listBackups, makeBackup, type BackupFolders } from './backups.ts'

const LOOK_EVERY_MS = 60_000
/** A world without any backup gets its first this long after a start. */
const FIRST_DELAY_MS = 10 * LOOK_EVERY_MS

export interface BackupScheduleOptions extends BackupFolders {
  readonly embedded: NonNullable<Store['embedded']>
  readonly everyHours: number
  readonly kept: number
  readonly log: Logger
}

/** Makes backups of the embedded database by the clock, however often the server starts, and forgets the oldest. */
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
        .catch((error: unknown) => this.#options.log.error({ err: error }, 'a backup could not be made'))
        .finally(() => (this.#making = undefined))
    }, LOOK_EVERY_MS)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#making
  }

  async #makeWhenDue(): Promise<void> {
    const { embedded, everyHours, kept, log, backupDir } = this.#options
    const last = (await listBackups(backupDir)).at(-1)
    const dueAtMs = last === undefined ? this.#startedAtMs + FIRST_DELAY_MS : last.madeAtMs + everyHours * HOUR_MS
    if (Date.now() < dueAtMs) return
    const startedAtMs = performance.now()
    const folder = await makeBackup(embedded, this.#options, 'scheduled')
    await forgetOldBackups(backupDir, 'scheduled', kept)
    log.info({ folder, timeMs: Math.round(performance.now() - startedAtMs) }, 'a backup was made')
  }
}
