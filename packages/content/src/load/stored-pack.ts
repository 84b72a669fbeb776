import { checkPackFiles, type ContentPackResult } from './load-content-pack.ts'

/** The stored files of a pack by path inside the folder: their content, and of pictures their digests. */
export type PackFiles = Readonly<Record<string, unknown>>

/** Icons were checked when the pack was loaded from its folder. */
const ANY_ICON = { has: () => true }

/** Loads a pack from its stored files, without its folder. */
export function loadStoredPack(files: PackFiles): ContentPackResult {
  return checkPackFiles(new Map(Object.entries(files)), ANY_ICON)
}
