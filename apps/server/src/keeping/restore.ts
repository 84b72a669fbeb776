import { existsSync, mkdtempSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkIntegrity, type CheckedArea, type IntegrityFinding } from '../integrity/integrity-check.ts'
import { lockFolder } from '../store/folder-lock.ts'
import { openStore } from '../store/store.ts'
import { MANIFEST } from './backups.ts'
import { copyTree } from './copy-tree.ts'

const FOLDER_MODE = 0o700

/**
 * Puts a backup into a data folder, brings it up to date and checks every promise of the economy. A database that is
 * there is moved aside, never removed.
 * @returns where the former database is now, and what the audit found.
 * @throws when the backup is not whole, or a server runs on the folder.
 */
export async function restoreBackup(
  backup: string,
  dataDir: string,
  areas: readonly CheckedArea[],
): Promise<{ formerDatabase: string | undefined; findings: readonly IntegrityFinding[] }> {
  if (!existsSync(join(backup, MANIFEST))) throw new Error(`${backup} is no whole backup: it has no ${MANIFEST}`)
  await mkdir(dataDir, { recursive: true, mode: FOLDER_MODE })
  const formerDatabase = await putInPlace(backup, dataDir)
  return { formerDatabase, findings: await auditFolder(dataDir, areas) }
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
    for (const beside of ['token-keys.json', 'platform-sim']) {
      const from = join(backup, beside)
      if (existsSync(from)) await cp(from, join(dataDir, beside), { recursive: true, force: true })
    }
    return former
  } finally {
    await unlock()
  }
}

/** Restores a backup into a folder of its own, checks it, and throws the folder away. @returns what the audit found. */
export async function checkBackup(backup: string, areas: readonly CheckedArea[]): Promise<readonly IntegrityFinding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-check-'))
  try {
    return (await restoreBackup(backup, folder, areas)).findings
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function auditFolder(dataDir: string, areas: readonly CheckedArea[]): Promise<readonly IntegrityFinding[]> {
  const store = await openStore({ databaseUrl: undefined, dataDir })
  try {
    return await checkIntegrity(store.db, areas)
  } finally {
    await store.close()
  }
}
