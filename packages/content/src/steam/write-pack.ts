import { access, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Written by the importer and by nobody else: its presence tells a folder of an earlier import. */
const IMPORT_MARK = 'items/steam.json'

export type WriteResult =
  | { readonly ok: true; readonly kept: readonly string[] }
  | { readonly ok: false; readonly message: string }

/**
 * Writes imported files. An earlier import in the folder is replaced except for `pack.json`, which the operator has made
 * their own by then; a folder with another pack is left alone.
 */
export async function writeImportedPack(folder: string, files: ReadonlyMap<string, unknown>): Promise<WriteResult> {
  const hasPack = await exists(path.join(folder, 'pack.json'))
  if (hasPack && !(await exists(path.join(folder, IMPORT_MARK)))) {
    return { ok: false, message: `${folder} holds a pack that was not imported; choose another folder with --out.` }
  }
  try {
    await mkdir(path.join(folder, 'items'), { recursive: true })
    for (const [file, value] of files) {
      if (file === 'pack.json' && hasPack) continue
      await writeFile(path.join(folder, file), `${JSON.stringify(value, null, 2)}\n`)
    }
  } catch (error) {
    return {
      ok: false,
      message: `The pack cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
    }
  }
  return { ok: true, kept: hasPack ? ['pack.json'] : [] }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
