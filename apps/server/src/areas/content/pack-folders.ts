import { lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTENT_FOLDER_NAME } from '@clutch/contract'

/** Maximum folders listed by the console. */
const FOLDERS_MAX = 100
/** Folders of a pack that contain files, relative to the pack. */
const READ_FOLDERS = [
  '',
  'items',
  'news',
  'images',
  'images/items',
  'images/categories',
  'images/harvest',
  'images/factory',
  'images/halls',
]
/** Files that are read there. */
const READ_FILES = /\.(?:json|png|webp|avif)$/

/** Names of the operator's folders that contain a pack, sorted alphabetically. */
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
 * Resolves a pack in the operator's folder. The name comes from a request: to prevent path traversal it must be a
 * single name, and neither the folder nor a file to be read may be a symbolic link.
 * @returns undefined when there is no such pack
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
    if (entries.some((entry) => READ_FILES.test(entry.name) && isStrange(entry))) return undefined
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
