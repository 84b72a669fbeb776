import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { comparePacks, type PackChange } from '../compare/compare-packs.ts'
import type { IconNames } from '../checks/icons.ts'
import { checkPackFiles } from '../load/load-content-pack.ts'
import { readPackFolder } from '../load/read-folder.ts'
import type { ContentProblem } from '../problem.ts'

/** Folder written only by the importer, which replaces all of its files. */
const IMPORT_FOLDER = 'steam'

export type WriteResult =
  | {
      readonly ok: true
      /** The operator's files, which the import keeps. */
      readonly kept: readonly string[]
      /** Changes from the earlier import; undefined without one, or if it could not be read. */
      readonly changes: readonly PackChange[] | undefined
      readonly isReplaced: boolean
    }
  | { readonly ok: false; readonly problems: readonly ContentProblem[] }

/**
 * Writes imported files. An earlier import in the folder is replaced; everything else there belongs to the operator and
 * is kept, `pack.json` too. Nothing is written when the operator's files would not fit the new definitions, or when the
 * folder holds a pack that was not imported.
 */
export async function writeImportedPack(
  folder: string,
  files: ReadonlyMap<string, unknown>,
  icons: IconNames,
): Promise<WriteResult> {
  const existing = await readPackFolder(folder)
  const names = [...existing.files.keys(), ...existing.problems.map(({ file }) => file)]
  const isReplaced = names.some(isImported)
  const own = new Map([...existing.files].filter(([file]) => !isImported(file)))
  if (own.has('pack.json') && !isReplaced) {
    return failure(`${folder} holds a pack that was not imported; choose another folder with --out.`)
  }
  const merged = checkPackFiles(new Map([...files, ...own]), icons)
  if (!merged.ok) return { ok: false, problems: merged.problems }
  const before = isReplaced ? checkPackFiles(existing.files, icons, existing.problems) : undefined
  try {
    await mkdir(path.join(folder, IMPORT_FOLDER), { recursive: true })
    for (const [file, value] of files) {
      if (own.has(file)) continue
      await writeFile(path.join(folder, file), `${JSON.stringify(value, null, 2)}\n`)
    }
  } catch (error) {
    return failure(`The pack cannot be written: ${error instanceof Error ? error.message : String(error)}.`)
  }
  const changes = before?.ok === true ? comparePacks(before.pack, merged.pack).changes : undefined
  return { ok: true, kept: [...own.keys()], changes, isReplaced }
}

function isImported(file: string): boolean {
  return file.startsWith(`${IMPORT_FOLDER}/`)
}

function failure(message: string): WriteResult {
  return { ok: false, problems: [{ file: '', entry: null, field: '', message }] }
}
