import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { copyTree, syncToDisk } from '../keeping/copy-tree.ts'
import type { Database } from './database.ts'

/** Written by the process that runs; a copy of it would belong to nobody. */
const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts'])
const LOG_FOLDER = 'pg_wal'

/**
 * Copies PGlite's folder while it works, as PostgreSQL copies its own (a base backup): between start and stop everything
 * but the log is copied in whatever state it is, and then the log, from which a start on the copy makes it whole.
 * Checkpoints in between would let go of log that is needed: nobody may ask for one meanwhile.
 * @throws when the database ended meanwhile, or its log has gaps; the copy is then worth nothing.
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
    throw new Error(`The log that the backup begins with is gone: ${firstLog}`)
  }
  await writeFile(join(target, 'backup_label'), label)
  await syncToDisk(join(target, 'backup_label'))
  return bytes
}
