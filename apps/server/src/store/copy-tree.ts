import { constants, type Dirent } from 'node:fs'
import { copyFile, mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { FOLDER_MODE } from './folder-access.ts'

/** Concurrent copies: files are small and copying mostly waits for the disk. */
const COPIED_AT_ONCE = 16

/**
 * Copies a folder that may be written to at the same time; files that disappear are skipped. All copies are synced to
 * disk on return.
 * @param isWanted filter, called with the relative path of each folder and file
 * @returns the number of bytes copied
 */
export async function copyTree(
  source: string,
  target: string,
  isWanted: (path: string) => boolean = () => true,
  path = '',
): Promise<number> {
  await mkdir(join(target, path), { recursive: true, mode: FOLDER_MODE })
  const entries = (await readdir(join(source, path), { withFileTypes: true })).filter(({ name }) =>
    isWanted(join(path, name)),
  )
  let bytes = 0
  for (let first = 0; first < entries.length; first += COPIED_AT_ONCE) {
    const some = entries.slice(first, first + COPIED_AT_ONCE)
    const sizes = await Promise.all(
      some.map((entry) => copyEntry(source, target, entry, join(path, entry.name), isWanted)),
    )
    for (const size of sizes) bytes += size
  }
  await syncToDisk(join(target, path))
  return bytes
}

async function copyEntry(
  source: string,
  target: string,
  entry: Dirent,
  path: string,
  isWanted: (path: string) => boolean,
): Promise<number> {
  if (entry.isDirectory()) return copyTree(source, target, isWanted, path)
  if (!entry.isFile()) return 0
  try {
    await copyFile(join(source, path), join(target, path), constants.COPYFILE_FICLONE)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0
    throw error
  }
  return syncToDisk(join(target, path))
}

/** @returns the size in bytes */
export async function syncToDisk(path: string): Promise<number> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}
