import { checkPackFiles, type ContentPackResult } from './load-content-pack.ts'

/** The stored files of a pack: their content by path inside the folder. */
export type PackFiles = Readonly<Record<string, unknown>>

/** Pictures were checked when the pack was loaded from its folder. */
const ANY_PICTURE = { has: () => true }

/** Loads a pack from its stored files, without its folder. */
export function loadStoredPack(files: PackFiles): ContentPackResult {
  return checkPackFiles(new Map(Object.entries(files)), ANY_PICTURE)
}
