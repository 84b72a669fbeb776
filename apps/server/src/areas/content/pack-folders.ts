import { lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTENT_FOLDER_NAME } from '@clutch/contract'

/** Folders that the console lists. */
const FOLDERS_MAX = 100
/** Where a pack has files: itself, and the folders in it that are read. */
const READ_FOLDERS = ['', 'items', 'news']

/** Names of the folders in the operator's folder that hold a pack, in the order of the alphabet. */
export async function listPackFolders(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory() && CONTENT_FOLDER_NAME.test(entry.name))
  const found: string[] = []
  for (const { name } of names.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (found.length < FOLDERS_MAX && (await isPlain(join(parent, name, 'pack.json'), 'file'))) found.push(name)
  }
  return found
}

/**
 * The path of a pack in the operator's folder; undefined for whatever is not plainly in it. A name from outside leads
 * nowhere else: it is one name, and neither it nor anything that would be read is a link.
 */
export async function findPackFolder(parent: string, name: string): Promise<string | undefined> {
  if (!CONTENT_FOLDER_NAME.test(name)) return undefined
  const folder = join(parent, name)
  if (!(await isPlain(folder, 'folder'))) return undefined
  if ((await realpath(folder)) !== join(await realpath(parent), name)) return undefined
  for (const inner of READ_FOLDERS) {
    const path = join(folder, inner)
    if (inner !== '' && !(await isPlain(path, 'folder'))) {
      if (await exists(path)) return undefined
      continue
    }
    const entries = await readdir(path, { withFileTypes: true })
    const isStrange = (entry: (typeof entries)[number]) => !entry.isFile() && !entry.isDirectory()
    if (entries.some((entry) => entry.name.endsWith('.json') && isStrange(entry))) return undefined
  }
  return folder
}

async function isPlain(path: string, what: 'file' | 'folder'): Promise<boolean> {
  return lstat(path).then(
    (found) => (what === 'file' ? found.isFile() : found.isDirectory()),
    () => false,
  )
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
