import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncPath } from './durable-node-fs.ts'
import { closeTreeToOthers } from './folder-access.ts'
import { startWorker, stopWorker } from './pglite-start.ts'

/** Entries of every PostgreSQL data folder; if one is missing, the folder is damaged or not a data folder. */
const PARTS = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact']

/**
 * Rejects an incomplete data folder: PGlite would create a new database over the remains of the old one.
 * @throws with the missing entry and what to do
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
 * Creates a database if the folder does not exist. It is created in a temporary folder, synced and renamed, so that an
 * interruption leaves nothing that looks like a database.
 * @throws when the folder exists but is incomplete
 */
export async function prepareDatabaseFolder(folder: string): Promise<void> {
  if (existsSync(folder)) {
    requireWholeDatabase(folder)
    return
  }
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  await stopWorker(await startWorker(unfinished))
  // PGlite copies its template with the file modes of the package.
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
