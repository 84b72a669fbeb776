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

const FILE_NAME = 'token-keys.json'
const FILE_MODE = 0o600
const KEY_BYTES = 32
const KEY_ID_LENGTH = 8
/** Older ones signed nothing that is still good. */
const KEPT_MAX = 3

const fileSchema = z.array(z.object({ key: z.string().regex(/^[\w-]{43}$/), made_at: z.int() })).min(1)
type KeyFile = z.output<typeof fileSchema>

/** A key that signs access tokens, and the name by which a token says that it was signed with it. */
export interface SigningKey {
  readonly id: string
  readonly bytes: Uint8Array
  /** Unix milliseconds; what it signed is no longer believed from then on. Undefined: for ever. */
  readonly retiresAtMs: number | undefined
}

/** Keys as a setting gives them, newest first. Whoever removes one from the setting retires it. */
export function keysOfSetting(texts: readonly string[]): SigningKey[] {
  return texts.map((text) => toKey(text, undefined))
}

/**
 * Keys of the data folder, newest first; the first start makes one, and of servers that start at once one does. They lie
 * apart from the database, so that whoever gets at a copy of it, or at a dump, cannot sign tokens.
 * @param graceSec How long what an older key signed is good after it was replaced: the life of a token.
 * @throws when the file is there and is none.
 */
export function readKeyFile(dataDir: string, graceSec: number): SigningKey[] {
  const path = join(dataDir, FILE_NAME)
  if (!existsSync(path)) makeKeys(path)
  return readEntries(path).map(({ key }, index, entries) => {
    const replacedAtSec = entries[index - 1]?.made_at
    return toKey(key, replacedAtSec === undefined ? undefined : (replacedAtSec + graceSec) * SECOND_MS)
  })
}

/** Puts a new key before the others: servers that start from now on sign with it. @returns its id. */
export function rotateKeyFile(dataDir: string): string {
  const path = join(dataDir, FILE_NAME)
  const entry = newEntry()
  const entries = [entry, ...(existsSync(path) ? readEntries(path) : [])].slice(0, KEPT_MAX)
  renameSync(writeBeside(path, entries), path)
  return toKey(entry.key, undefined).id
}

/** A key in the form the setting takes. */
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
    throw new Error(`${path} holds no keys. Remove it to make a new one: everybody has to refresh.`, { cause: error })
  }
}

/** Another server's first start may be quicker: then its keys are everybody's. */
function makeKeys(path: string): void {
  const made = writeBeside(path, [newEntry()])
  try {
    linkSync(made, path)
  } catch {
    // Not every file system knows links.
    if (!existsSync(path)) renameSync(made, path)
  }
  rmSync(made, { force: true })
}

/** What is moved into its place when it is whole is always whole there. @returns where it lies until then. */
function writeBeside(path: string, entries: KeyFile): string {
  const partial = `${path}.${randomUUID()}.partial`
  writeFileSync(partial, JSON.stringify(entries), { mode: FILE_MODE })
  const descriptor = openSync(partial, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
  return partial
}
