import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { MAX_FILE_BYTES, MAX_ITEM_FILES } from '../limits.ts'
import type { ContentProblem } from '../problem.ts'

/** Every JSON file of a pack by its path inside the folder, in the order of the alphabet. */
export type RawFiles = ReadonlyMap<string, unknown>

const FOLDERS = ['', 'items', 'news']

/** Reads the JSON files of a pack folder and of the two folders inside it; other files are none of our business. */
export async function readPackFolder(folder: string): Promise<{ files: RawFiles; problems: ContentProblem[] }> {
  const files = new Map<string, unknown>()
  const problems: ContentProblem[] = []
  const report = (file: string, message: string) => problems.push({ file, entry: null, field: '', message })

  if (!(await isFolder(folder))) {
    report(folder, 'There is no such folder.')
    return { files, problems }
  }
  for (const sub of FOLDERS) {
    const names = await listJsonFiles(path.join(folder, sub))
    if (names.length > MAX_ITEM_FILES) {
      report(sub, `The folder holds ${names.length} JSON files; at most ${MAX_ITEM_FILES} are read.`)
      continue
    }
    for (const name of names) {
      const file = sub === '' ? name : `${sub}/${name}`
      const read = await readJson(path.join(folder, sub, name))
      if (read.ok) files.set(file, read.value)
      else report(file, read.message)
    }
  }
  return { files, problems }
}

type JsonResult = { ok: true; value: unknown } | { ok: false; message: string }

/** Reads one JSON file; a trailing NUL, as the store platform's archives carry, and a byte order mark are dropped. */
export async function readJson(file: string): Promise<JsonResult> {
  try {
    const { size } = await stat(file)
    if (size > MAX_FILE_BYTES) return { ok: false, message: `The file is larger than ${MAX_FILE_BYTES} bytes.` }
    const text = await readFile(file, 'utf8')
    return { ok: true, value: JSON.parse(text.replace(/^\uFEFF/, '').replace(/\0+\s*$/, '')) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof SyntaxError) return { ok: false, message: `The file is not valid JSON: ${reason}.` }
    return { ok: false, message: `The file cannot be read: ${reason}.` }
  }
}

async function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

async function listJsonFiles(folder: string): Promise<string[]> {
  if (!(await isFolder(folder))) return []
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory() && entry.name.endsWith('.json'))
    .map((entry) => entry.name)
    .toSorted()
}
