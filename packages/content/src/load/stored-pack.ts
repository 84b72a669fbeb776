import { checkPackFiles, type ContentPackResult } from './load-content-pack.ts'

/** The files of a pack as they are kept: what each says, by its path inside the folder. */
export type PackFiles = Readonly<Record<string, unknown>>

/** Pictures were looked for when the pack was read from its folder. */
const ANY_PICTURE = { has: () => true }

/** A pack from files that were kept when it was loaded: whoever plays it needs its folder no more. */
export function loadStoredPack(files: PackFiles): ContentPackResult {
  return checkPackFiles(new Map(Object.entries(files)), ANY_PICTURE)
}
