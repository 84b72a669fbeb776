import { hash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { MAX_PICTURE_BYTES, MAX_PICTURES_BYTES, MAX_PICTURES_PER_FOLDER } from '../limits.ts'
import type { PictureSubject, PictureType } from '../pack.ts'
import type { ContentProblem } from '../problem.ts'

export const PICTURE_FOLDER = 'images'
/** Folders of `images/`: what the pictures in them show. */
const PICTURE_FOLDERS: readonly PictureSubject[] = ['items', 'categories', 'harvest', 'factory', 'halls']

/** Whether a path inside a pack folder is that of a picture. */
export function isPicture(file: string): boolean {
  return file.startsWith(`${PICTURE_FOLDER}/`)
}

/** Pictures of a pack: their digests by path inside the folder, and their bytes by digest. */
export interface PictureFiles {
  readonly digests: ReadonlyMap<string, string>
  readonly bytes: ReadonlyMap<string, Uint8Array>
}

const PICTURE_TYPES: Readonly<Record<string, PictureType>> = { '.png': 'png', '.webp': 'webp', '.avif': 'avif' }

/**
 * Reads `images/`. Its files must be what their names say: they are served to players as they are. Names that start
 * with a dot, which systems write, are ignored.
 */
export async function readPictures(folder: string): Promise<PictureFiles & { problems: ContentProblem[] }> {
  const digests = new Map<string, string>()
  const bytes = new Map<string, Uint8Array>()
  const problems: ContentProblem[] = []
  const report = (file: string, message: string) => problems.push({ file, entry: null, field: '', message })

  let total = 0
  for (const sub of await listNames(path.join(folder, PICTURE_FOLDER))) {
    const place = `${PICTURE_FOLDER}/${sub}`
    if (!PICTURE_FOLDERS.some((known) => known === sub)) {
      report(place, `Unknown name; known folders are ${PICTURE_FOLDERS.join(', ')}.`)
      continue
    }
    const names = await listNames(path.join(folder, place))
    if (names.length > MAX_PICTURES_PER_FOLDER) {
      report(place, `The folder holds ${names.length} pictures; at most ${MAX_PICTURES_PER_FOLDER} are read.`)
      continue
    }
    for (const name of names) {
      const file = `${place}/${name}`
      const read = await readPicture(path.join(folder, file))
      if (!read.ok) {
        report(file, read.message)
        continue
      }
      total += read.bytes.length
      const digest = hash('sha256', read.bytes, 'base64url')
      digests.set(file, digest)
      bytes.set(digest, read.bytes)
    }
  }
  if (total > MAX_PICTURES_BYTES) {
    report(PICTURE_FOLDER, `The pictures have ${total} bytes together; at most ${MAX_PICTURES_BYTES} are allowed.`)
  }
  return { digests, bytes, problems }
}

type PictureResult = { ok: true; bytes: Uint8Array } | { ok: false; message: string }

async function readPicture(file: string): Promise<PictureResult> {
  const type = PICTURE_TYPES[path.extname(file)]
  if (type === undefined) return { ok: false, message: 'A picture is a .png, .webp or .avif file.' }
  try {
    const { size } = await stat(file)
    if (size > MAX_PICTURE_BYTES) {
      return { ok: false, message: `The picture has ${size} bytes; at most ${MAX_PICTURE_BYTES} are allowed.` }
    }
    const bytes = await readFile(file)
    if (!SIGNATURES[type](bytes.subarray(0, HEAD_BYTES).toString('latin1'))) {
      return { ok: false, message: `The content of the file is not that of a .${type} picture.` }
    }
    return { ok: true, bytes }
  } catch (error) {
    return { ok: false, message: `The file cannot be read: ${error instanceof Error ? error.message : String(error)}.` }
  }
}

/** Enough of a file to tell its type. */
const HEAD_BYTES = 12

/** Whether the first bytes of a file are those of its type. */
const SIGNATURES: Readonly<Record<PictureType, (head: string) => boolean>> = {
  png: (head) => head.startsWith('\x89PNG\r\n\x1a\n'),
  webp: (head) => head.startsWith('RIFF') && head.endsWith('WEBP'),
  avif: (head) => head.slice(4) === 'ftypavif' || head.slice(4) === 'ftypavis',
}

async function listNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => !name.startsWith('.')).toSorted()
}
