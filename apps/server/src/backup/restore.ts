import { existsSync, mkdtempSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkIntegrity, type CheckedArea, type IntegrityFinding } from '../integrity/integrity-check.ts'
import { lockFolder } from '../store/folder-lock.ts'
import { openStore } from '../store/store.ts'
import { MANIFEST } from './backups.ts'
import { replayDeletions } from './deletions-file.ts'
import { copyTree } from '../store/copy-tree.ts'
import { FOLDER_MODE } from '../store/folder-access.ts'

/**
 * Restores a backup into a data folder, migrates it and runs the integrity check. An existing database is moved aside,
 * never deleted.
 * @param deletions files of deleted players, who must not come back with the backup
 * @returns where the former database was moved, how many players were erased again, and the findings of the integrity
 *   check
 * @throws when the backup is incomplete, or a server is running on the folder
 */
export async function restoreBackup(
  backup: string,
  dataDir: string,
  areas: readonly CheckedArea[],
  deletions: readonly string[] = [],
): Promise<{ formerDatabase: string | undefined; erased: number; findings: readonly IntegrityFinding[] }> {
  if (!existsSync(join(backup, MANIFEST))) throw new Error(`${backup} is not a complete backup: ${MANIFEST} is missing`)
  await mkdir(dataDir, { recursive: true, mode: FOLDER_MODE })
  const formerDatabase = await putInPlace(backup, dataDir)
  return { formerDatabase, ...(await openRestored(dataDir, areas, deletions)) }
}

async function putInPlace(backup: string, dataDir: string): Promise<string | undefined> {
  const unlock = await lockFolder(dataDir)
  try {
    const unfinished = join(dataDir, 'db.restoring')
    await rm(unfinished, { recursive: true, force: true })
    await copyTree(join(backup, 'db'), unfinished)
    const database = join(dataDir, 'db')
    const former = existsSync(database) ? `${database}.before-${Date.now()}` : undefined
    if (former !== undefined) await rename(database, former)
    await rename(unfinished, database)
    for (const name of ['token-keys.json', 'platform-sim']) {
      const from = join(backup, name)
      if (existsSync(from)) await cp(from, join(dataDir, name), { recursive: true, force: true })
    }
    return former
  } finally {
    await unlock()
  }
}

/** Restores a backup into a temporary folder and checks it. @returns the findings of the integrity check */
export async function checkBackup(backup: string, areas: readonly CheckedArea[]): Promise<readonly IntegrityFinding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-check-'))
  try {
    return (await restoreBackup(backup, folder, areas)).findings
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function openRestored(
  dataDir: string,
  areas: readonly CheckedArea[],
  deletions: readonly string[],
): Promise<{ erased: number; findings: readonly IntegrityFinding[] }> {
  const store = await openStore({ databaseUrl: undefined, dataDir })
  try {
    let erased = 0
    for (const file of deletions) erased += await replayDeletions(store.slowDb, file)
    return { erased, findings: await checkIntegrity(store.db, areas) }
  } finally {
    await store.close()
  }
}
