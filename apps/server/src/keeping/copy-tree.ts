import { constants, type Dirent } from 'node:fs'
import { copyFile, mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const FOLDER_MODE = 0o700
/** Small files, most of whose time goes into waiting for the disk. */
const COPIED_AT_ONCE = 16

/**
 * Copies a folder that somebody may be writing to: files that go away meanwhile are left out. Each copy is on the disk
 * when this ends.
 * @param isWanted told each path from `source` on, of folders and files
 * @returns the bytes copied.
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

/** @returns the size. */
export async function syncToDisk(path: string): Promise<number> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}
