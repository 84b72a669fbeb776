import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '../store/store.ts'
import { syncToDisk } from '../store/copy-tree.ts'
import { FOLDER_MODE } from '../store/folder-access.ts'

/** Reason for a backup, part of its name. */
export type BackupReason = 'manual' | 'scheduled' | 'before-migration'

/** Files in DATA_DIR that belong to the world, in addition to the database. */
const BESIDES = ['token-keys.json', 'platform-sim']
export const MANIFEST = 'manifest.json'
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z-(manual|scheduled|before-migration)$/

export interface BackupFolders {
  readonly dataDir: string
  readonly backupDir: string
}

/**
 * Backs up the embedded database and the files that belong to it while the server runs. The folder appears only when
 * complete: its manifest is written last, then the folder is renamed.
 * @returns the folder
 */
export async function makeBackup(
  embedded: NonNullable<Store['embedded']>,
  { dataDir, backupDir }: BackupFolders,
  reason: BackupReason,
): Promise<string> {
  const madeAt = new Date().toISOString()
  const name = `${madeAt.replaceAll(/[:.]/g, '-')}-${reason}`
  const unfinished = join(backupDir, `${name}.unfinished`)
  await mkdir(unfinished, { recursive: true, mode: FOLDER_MODE })
  try {
    const bytes = await embedded.backUp(join(unfinished, 'db'))
    for (const file of BESIDES) {
      const from = join(dataDir, file)
      if (existsSync(from)) await cp(from, join(unfinished, file), { recursive: true })
    }
    const manifest = { made_at: madeAt, reason, database_bytes: bytes }
    await writeFile(join(unfinished, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
    await syncToDisk(join(unfinished, MANIFEST))
    const folder = join(backupDir, name)
    await rename(unfinished, folder)
    await syncToDisk(backupDir)
    return folder
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** All complete backups, oldest first. */
export async function listBackups(backupDir: string): Promise<{ name: string; reason: string; madeAtMs: number }[]> {
  if (!existsSync(backupDir)) return []
  const names = (await readdir(backupDir)).filter((name) => existsSync(join(backupDir, name, MANIFEST)))
  return names.toSorted().flatMap((name) => {
    const reason = NAME.exec(name)?.[1]
    if (reason === undefined) return []
    const [date = '', time = ''] = name.slice(0, '0000-00-00T00-00-00-000'.length).split('T')
    const [hours, minutes, seconds, ms] = time.split('-')
    return [{ name, reason, madeAtMs: Date.parse(`${date}T${hours}:${minutes}:${seconds}.${ms}Z`) }]
  })
}

/** Deletes the oldest backups of a kind beyond a number. Manual backups are never deleted. */
export async function deleteOldBackups(backupDir: string, reason: BackupReason, kept: number): Promise<void> {
  const ofKind = (await listBackups(backupDir)).filter((backup) => backup.reason === reason)
  for (const { name } of ofKind.slice(0, Math.max(0, ofKind.length - kept))) {
    await rm(join(backupDir, name), { recursive: true, force: true })
  }
}
