import { timingSafeEqual } from 'node:crypto'
import type { KeyText } from './key-text.ts'

/** What the row of a key proves with. */
interface ProvableKey {
  /** SHA-256 of the secret, as hexadecimal digits. */
  readonly secret_hash: string
  readonly expires_at_ms: number | null
}

interface CachedKey<Row> {
  readonly readAtMs: number
  readonly row: Promise<Row | undefined>
}

/** How long a key is used without being read again: a revocation takes effect after this time at most. */
const READ_AGAIN_AFTER_MS = 1_000
/** Capped: a caller could otherwise fill the memory with keys that do not exist. */
const CACHED_MAX = 1_000

/** Finds keys by their text, and remembers their rows for a moment. */
export class KeyCache<Row extends ProvableKey> {
  readonly #read: (publicId: string) => Promise<Row | undefined>
  readonly #nowMs: () => number
  readonly #cached = new Map<string, CachedKey<Row>>()
  /** Public ids of keys that were found; bounded by the number of keys. */
  readonly #found = new Set<string>()

  /** @param nowMs the clock by which keys expire */
  constructor(read: (publicId: string) => Promise<Row | undefined>, nowMs: () => number = Date.now) {
    this.#read = read
    this.#nowMs = nowMs
  }

  /**
   * @returns undefined for a key that is unknown or expired, or whose secret differs
   * @throws when the store is unavailable
   */
  async find({ publicId, secretHash }: KeyText): Promise<Row | undefined> {
    const row = await this.#rowOf(publicId)
    if (row === undefined) return undefined
    const isSame = timingSafeEqual(Buffer.from(row.secret_hash, 'hex'), Buffer.from(secretHash, 'hex'))
    const hasExpired = row.expires_at_ms !== null && row.expires_at_ms <= this.#nowMs()
    if (!isSame || hasExpired) return undefined
    this.#found.add(publicId)
    return row
  }

  /** Whether a key of this public id was found before, so that guessed keys cost a look-up a second at most. */
  hasFound({ publicId }: KeyText): boolean {
    return this.#found.has(publicId)
  }

  #rowOf(publicId: string): Promise<Row | undefined> {
    const nowMs = performance.now()
    const known = this.#cached.get(publicId)
    if (known !== undefined && nowMs - known.readAtMs < READ_AGAIN_AFTER_MS) return known.row
    if (this.#cached.size >= CACHED_MAX) this.#cached.clear()
    const row = this.#read(publicId)
    this.#cached.set(publicId, { readAtMs: nowMs, row })
    row.catch(() => this.#cached.delete(publicId))
    return row
  }
}
