import { SECOND_MS } from '@clutch/contract/formats'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { FILE_MODE } from '../store/folder-access.ts'

const FILE_NAME = 'token-keys.json'
const KEY_BYTES = 32
const KEY_ID_LENGTH = 8
/** Number of retained keys; tokens signed by older ones have expired. */
const KEPT_MAX = 3

const fileSchema = z.array(z.object({ key: z.string().regex(/^[\w-]{43}$/), made_at: z.int() })).min(1)
type KeyFile = z.output<typeof fileSchema>

/** A key that signs access tokens, with the key id in its tokens. */
export interface SigningKey {
  readonly id: string
  readonly bytes: Uint8Array
  /** Time from which its tokens are rejected, in Unix milliseconds. Undefined: never. */
  readonly retiresAtMs: number | undefined
}

/** Parses the keys of the setting, newest first. Removing a key from the setting retires it. */
export function keysOfSetting(texts: readonly string[]): SigningKey[] {
  return texts.map((text) => toKey(text, undefined))
}

/**
 * Reads the keys in the data folder, newest first. The first start creates one; of servers that start at the same time,
 * only one does. Stored outside the database, so that a leaked dump does not allow signing tokens.
 * @param graceSec how long tokens of a replaced key stay valid: the lifetime of a token
 * @throws when the file exists but is invalid
 */
export function readKeyFile(dataDir: string, graceSec: number): SigningKey[] {
  const path = join(dataDir, FILE_NAME)
  if (!existsSync(path)) makeKeys(path)
  return readEntries(path).map(({ key }, index, entries) => {
    const replacedAtSec = entries[index - 1]?.made_at
    return toKey(key, replacedAtSec === undefined ? undefined : (replacedAtSec + graceSec) * SECOND_MS)
  })
}

/** Adds a new first key, with which servers sign after their next start. @returns its id */
export function rotateKeyFile(dataDir: string): string {
  const path = join(dataDir, FILE_NAME)
  const entry = newEntry()
  const entries = [entry, ...(existsSync(path) ? readEntries(path) : [])].slice(0, KEPT_MAX)
  renameSync(writeBeside(path, entries), path)
  return toKey(entry.key, undefined).id
}

/** Formats a key for the setting. */
export function newKeyText(): string {
  return randomBytes(KEY_BYTES).toString('base64url')
}

function newEntry(): KeyFile[number] {
  return { key: newKeyText(), made_at: Math.floor(Date.now() / SECOND_MS) }
}

function toKey(text: string, retiresAtMs: number | undefined): SigningKey {
  const bytes = Buffer.from(text, 'base64url')
  return { id: createHash('sha256').update(bytes).digest('base64url').slice(0, KEY_ID_LENGTH), bytes, retiresAtMs }
}

function readEntries(path: string): KeyFile {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new Error(`${path} holds no keys. Remove it to create a new one; all clients then refresh their tokens.`, {
      cause: error,
    })
  }
}

/** Creates the key file unless another server does so first; then its keys are used. */
function makeKeys(path: string): void {
  const made = writeBeside(path, [newEntry()])
  try {
    linkSync(made, path)
  } catch {
    // Not every file system supports hard links.
    if (!existsSync(path)) renameSync(made, path)
  }
  rmSync(made, { force: true })
}

/** Writes a temporary file, to be renamed into place so that readers never see a partial file. @returns its path */
function writeBeside(path: string, entries: KeyFile): string {
  const partial = `${path}.${randomUUID()}.partial`
  writeFileSync(partial, JSON.stringify(entries), { mode: FILE_MODE })
  const descriptor = openSync(partial, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
  return partial
}
