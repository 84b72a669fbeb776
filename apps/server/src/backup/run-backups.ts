import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { openStore, type Store } from '../store/store.ts'
import { BackupSchedule } from './backup-schedule.ts'
import { deleteOldBackups, makeBackup } from './backups.ts'
import { isHalfMoved } from './move-world.ts'

/** Opens a server's store, after a backup if it has to be migrated. @throws when a move into the store is incomplete */
export async function openServerStore(
  { databaseUrl, dataDir, backups, waitsToMigrate }: Config,
  log: Logger,
): Promise<Store> {
  const store = await openStore({
    databaseUrl,
    dataDir,
    log,
    waitsToMigrate,
    async beforeMigration({ embedded }) {
      if (embedded === undefined) {
        log.warn('migrating the database without a backup: backups of PostgreSQL are up to the operator')
        return
      }
      const folder = await makeBackup(embedded, { dataDir, backupDir: backups.folder }, 'before-migration')
      await deleteOldBackups(backups.folder, 'before-migration', backups.kept)
      log.warn({ folder }, 'migrating the database; a backup was made first')
    },
  })
  if (!(await isHalfMoved(store.db))) return store
  await store.close()
  throw new Error('A world was moved here only in part. Run npm run move again until it completes.')
}

/**
 * Makes backups of the embedded database on schedule. PostgreSQL is backed up with its own tools.
 * @returns a function that stops it
 */
export function runBackups({ embedded }: Store, { dataDir, backups }: Config, log: Logger): () => Promise<void> {
  if (embedded === undefined) return () => Promise.resolve()
  const { folder: backupDir, everyHours, kept } = backups
  const schedule = new BackupSchedule({ embedded, dataDir, backupDir, everyHours, kept, log })
  schedule.start()
  return () => schedule.stop()
}
