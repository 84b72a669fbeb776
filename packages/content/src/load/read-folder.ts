import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { MAX_FILE_BYTES, MAX_ITEM_FILES } from '../limits.ts'
import type { ContentProblem } from '../problem.ts'
import { decodeText, type DecodedText, parseStrictJson } from './json-text.ts'
import { type PictureFiles, readPictures } from './read-pictures.ts'

/** The JSON files of a pack, and the digests of its pictures, by path inside the folder. */
export type RawFiles = ReadonlyMap<string, unknown>

const FOLDERS = ['', 'items', 'news', 'steam']

/** What is in a pack folder. `pictures` are bytes by digest. */
interface PackFolder {
  readonly files: RawFiles
  readonly pictures: PictureFiles['bytes']
  readonly problems: readonly ContentProblem[]
}

/** Reads the JSON files and pictures of a pack folder and of the known folders inside it; other files are ignored. */
export async function readPackFolder(folder: string): Promise<PackFolder> {
  const files = new Map<string, unknown>()
  const problems: ContentProblem[] = []
  const report = (file: string, message: string) => problems.push({ file, entry: null, field: '', message })

  if (!(await isFolder(folder))) {
    report(folder, 'There is no such folder.')
    return { files, pictures: new Map(), problems }
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
      else for (const message of read.messages) report(file, message)
    }
  }
  const { digests, bytes, problems: pictureProblems } = await readPictures(folder)
  return { files: new Map([...files, ...digests]), pictures: bytes, problems: [...problems, ...pictureProblems] }
}

type JsonResult = { ok: true; value: unknown } | { ok: false; messages: readonly string[] }

/** Reads one JSON file. Each syntax error is a message with line and column. */
export async function readJson(file: string): Promise<JsonResult> {
  const read = await readTextFile(file)
  if (!read.ok) return { ok: false, messages: [read.message] }
  const parsed = parseStrictJson(read.text)
  if (parsed.ok) return parsed
  return {
    ok: false,
    messages: parsed.faults.map(
      ({ line, column, message }) => `The file is not valid JSON at line ${line}, column ${column}: ${message}`,
    ),
  }
}

/** Reads a text file of limited size in any encoding of JSON files. */
export async function readTextFile(file: string): Promise<DecodedText> {
  try {
    const { size } = await stat(file)
    if (size > MAX_FILE_BYTES) return { ok: false, message: `The file is larger than ${MAX_FILE_BYTES} bytes.` }
    return decodeText(await readFile(file))
  } catch (error) {
    return { ok: false, message: `The file cannot be read: ${error instanceof Error ? error.message : String(error)}.` }
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
