import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Permissions of the data folder and of what is in it: its owner's only. */
export const FOLDER_MODE = 0o700
export const FILE_MODE = 0o600
const OTHERS = 0o077
/** Clutch's entries in the data folder; other files are not touched. */
const OWN_ENTRY = /^(?:db|db\.unfinished|dumps|archive|platform-sim|token-keys\.json|clutch\.lock\..*|clutch\.log)$/

/**
 * Removes other users' permissions on the data folder, which contains all of the world's data. Creates the folder if it
 * does not exist.
 * @returns the number of files and folders that were accessible to other users
 * @throws when permissions cannot be changed because the files belong to another user
 */
export function closeFolderToOthers(dataDir: string): number {
  mkdirSync(dataDir, { recursive: true, mode: FOLDER_MODE })
  return closeEntry(dataDir, (name) => OWN_ENTRY.test(name))
}

/** Removes the permissions of everything in a folder. */
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
      throw new Error(
        `${path} is readable by other users and belongs to another user: change its owner to the user who runs Clutch`,
        {
          cause: error,
        },
      )
    }
  }
  const inside = stats.isDirectory() ? readdirSync(path).filter((name) => isOurs(name)) : []
  return inside.reduce((sum, name) => sum + closeEntry(join(path, name), () => true), isOpen ? 1 : 0)
}
