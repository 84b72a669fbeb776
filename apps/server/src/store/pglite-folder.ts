import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncPath } from './durable-node-fs.ts'
import { closeTreeToOthers } from './folder-access.ts'
import { startWorker, stopWorker } from './pglite-start.ts'

/** What every PostgreSQL data folder has; without one of these there was more once, or it was never one. */
const PARTS = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact']

/**
 * Refuses a folder that is there and not whole: PGlite would make a new database over what is left of the old one.
 * @throws with what is missing and what to do.
 */
export function requireWholeDatabase(folder: string): void {
  const missing = PARTS.filter((part) => !existsSync(join(folder, part)))
  if (missing.length === 0) return
  throw new Error(
    `${folder} is no whole database: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing. ` +
      'Put the folder back from a backup. To begin with an empty world instead, move it away.',
  )
}

/**
 * Makes a database where there is no folder. It is made beside its place, put on disk and moved there as a whole, so
 * that whatever ends this half-way leaves nothing that looks like a database.
 * @throws when the folder is there and not whole.
 */
export async function prepareDatabaseFolder(folder: string): Promise<void> {
  if (existsSync(folder)) {
    requireWholeDatabase(folder)
    return
  }
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  await stopWorker(await startWorker(unfinished))
  // PGlite copies its template with the modes it was packed with.
  closeTreeToOthers(unfinished)
  syncTree(unfinished)
  renameSync(unfinished, folder)
  syncPath(dirname(folder))
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) syncPath(join(entry.parentPath, entry.name))
  }
  syncPath(folder)
}
