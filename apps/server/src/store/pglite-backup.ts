import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { copyTree, syncToDisk } from './copy-tree.ts'
import type { Database } from './database.ts'

/** Belongs to the running process; not copied. */
const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts'])
const LOG_FOLDER = 'pg_wal'

/**
 * Copies PGlite's folder while it is running, like a base backup of PostgreSQL: between backup start and stop all files
 * except the log are copied in any state, then the log, from which the copy recovers on its first start. The caller must
 * prevent checkpoints in between: they would delete log segments that are needed.
 * @throws when the database stopped meanwhile, or the log has gaps; the copy is unusable then
 */
export async function backUpPglite(db: Kysely<Database>, source: string, target: string): Promise<number> {
  await sql`select pg_backup_start('clutch', true)`.execute(db)
  let bytes: number
  try {
    bytes = await copyTree(source, target, (path) => !NOT_COPIED.has(path) && !path.startsWith(`${LOG_FOLDER}/`))
  } catch (error) {
    await sql`select pg_backup_stop(false)`.execute(db)
    throw error
  }
  const { rows } = await sql<{ labelfile: string }>`select labelfile from pg_backup_stop(false)`.execute(db)
  const label = rows[0]?.labelfile ?? ''
  bytes += await copyTree(join(source, LOG_FOLDER), join(target, LOG_FOLDER))
  const firstLog = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? ''
  if (!(await readdir(join(target, LOG_FOLDER))).includes(firstLog)) {
    throw new Error(`The first log segment of the backup is missing: ${firstLog}`)
  }
  await writeFile(join(target, 'backup_label'), label)
  await syncToDisk(join(target, 'backup_label'))
  return bytes
}
