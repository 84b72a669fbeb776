import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { openStore, type Store } from '../store/store.ts'
import { BackupSchedule } from './backup-schedule.ts'
import { forgetOldBackups, makeBackup } from './backups.ts'
import { listenForControl } from './control-socket.ts'
import { isHalfMoved } from './move-world.ts'

/** Opens the store of a server. One that is to be brought up to date is backed up before. @throws for half a world. */
export async function openKeptStore({ databaseUrl, dataDir, backups }: Config, log: Logger): Promise<Store> {
  const store = await openStore({
    databaseUrl,
    dataDir,
    log,
    async beforeMigration({ embedded }) {
      if (embedded === undefined) {
        log.warn('the database is brought up to date; a backup from before is yours to make')
        return
      }
      const folder = await makeBackup(embedded, { dataDir, backupDir: backups.folder }, 'before-migration')
      await forgetOldBackups(backups.folder, 'before-migration', backups.kept)
      log.warn({ folder }, 'the database is brought up to date; a backup from before was made')
    },
  })
  if (!(await isHalfMoved(store.db))) return store
  await store.close()
  throw new Error('A world was moved here in part: run npm run move again until it comes to its end')
}

/**
 * Makes backups of an embedded database, by the clock and when `npm run backup` asks for one. A server's database is
 * backed up with the server's own means.
 * @returns what ends it.
 */
export async function keepBackups(
  { embedded }: Store,
  { dataDir, backups }: Config,
  log: Logger,
): Promise<() => Promise<void>> {
  if (embedded === undefined) return () => Promise.resolve()
  const { folder: backupDir, everyHours, kept } = backups
  const schedule = new BackupSchedule({ embedded, dataDir, backupDir, everyHours, kept, log })
  schedule.start()
  const closeControl = await listenForControl(dataDir, () => makeBackup(embedded, { dataDir, backupDir }, 'manual'))
  return async () => {
    await schedule.stop()
    await closeControl()
  }
}
