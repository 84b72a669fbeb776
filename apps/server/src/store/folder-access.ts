import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const OTHERS = 0o077
/** What Clutch keeps in the data folder. Whatever else lies there is left alone. */
const OWN_ENTRY = /^(?:db|db\.unfinished|platform-sim|token-keys\.json|clutch\.lock\..*)$/

/**
 * Takes away what other users of the machine may do in the data folder, which is made when there is none: its log
 * alone tells everything that was ever stored.
 * @returns how many files and folders were open to others.
 * @throws when they cannot be closed: they belong to somebody else.
 */
export function closeFolderToOthers(dataDir: string): number {
  mkdirSync(dataDir, { recursive: true, mode: FOLDER_MODE })
  return closeEntry(dataDir, (name) => OWN_ENTRY.test(name))
}

/** Does the same to everything in a folder. */
export function closeTreeToOthers(folder: string): void {
  closeEntry(folder, () => true)
}

function closeEntry(path: string, isOurs: (name: string) => boolean): number {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return 0
  const isOpen = (stats.mode & OTHERS) !== 0
  if (isOpen) {
    try {
      chmodSync(path, stats.isDirectory() ? FOLDER_MODE : FILE_MODE)
    } catch (error) {
      throw new Error(`${path} can be read by other users, and belongs to one: give it to the user who runs Clutch`, {
        cause: error,
      })
    }
  }
  const inside = stats.isDirectory() ? readdirSync(path).filter((name) => isOurs(name)) : []
  return inside.reduce((sum, name) => sum + closeEntry(join(path, name), () => true), isOpen ? 1 : 0)
}
