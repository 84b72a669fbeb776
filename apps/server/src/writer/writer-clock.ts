import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const RANDOM_BYTES_PER_ID = 16
/** Random bytes are generated for this many ids at a time; one call per id would dominate the cost of an id. */
const IDS_PER_FETCH = 512
/** Smallest difference between the clock and elapsed time that counts as a jump; NTP corrections are smaller. */
const JUMP_MS = 1_000

export interface ClockOptions {
  /** The newest time used in ids of earlier writers; new ids are later. */
  readonly lastIdMs: number
  /** Source of the random part of ids; a simulated world passes a seeded one. */
  readonly fillRandom?: (bytes: Uint8Array) => void
  /** Monotonic milliseconds. */
  readonly elapsedMs?: () => number
  /** Called when the machine's clock has jumped. */
  readonly onJump?: (byMs: number) => void
}

/**
 * The writer's time and ids. Time follows the machine's clock, also backwards: otherwise a clock that once ran ahead
 * would stall scheduled work until real time caught up. Ids never go backwards, since queues and histories are ordered
 * by them.
 */
export class WriterClock {
  readonly #readMs: () => number
  readonly #elapsedMs: () => number
  readonly #fillRandom: (bytes: Uint8Array) => void
  readonly #onJump: (byMs: number) => void
  #lastReadMs: number
  #lastElapsedMs: number
  #lastIdMs: number
  #lastPublishedMs: number
  #sequence = 0
  readonly #random = new Uint8Array(RANDOM_BYTES_PER_ID * IDS_PER_FETCH)
  #randomUsed = this.#random.length

  constructor(readMs: () => number, options: ClockOptions) {
    this.#readMs = readMs
    this.#elapsedMs = options.elapsedMs ?? (() => performance.now())
    this.#fillRandom = options.fillRandom ?? randomFillSync
    this.#onJump = options.onJump ?? (() => undefined)
    this.#lastIdMs = options.lastIdMs + 1
    this.#lastPublishedMs = this.#lastIdMs
    this.#lastReadMs = readMs()
    this.#lastElapsedMs = this.#elapsedMs()
  }

  /** Unix milliseconds. */
  nowMs(): number {
    const nowMs = this.#readMs()
    const elapsedMs = this.#elapsedMs()
    const jumpMs = nowMs - this.#lastReadMs - (elapsedMs - this.#lastElapsedMs)
    if (Math.abs(jumpMs) >= JUMP_MS) this.#onJump(Math.round(jumpMs))
    this.#lastReadMs = nowMs
    this.#lastElapsedMs = elapsedMs
    return nowMs
  }

  /** Timestamp of published changes. Never goes back: clients treat the change with the later time as the newer. */
  publishMs(): number {
    this.#lastPublishedMs = Math.max(this.#lastPublishedMs, this.#lastIdMs, this.nowMs())
    return this.#lastPublishedMs
  }

  /** The newest time used in an id; the next writer's clock starts after it. */
  get lastIdMs(): number {
    return this.#lastIdMs
  }

  /** A version 7 UUID greater than all earlier ones; orders lots at the same price (rules §0). */
  newId(): string {
    const nowMs = this.#readMs()
    if (nowMs > this.#lastIdMs) {
      this.#lastIdMs = nowMs
      this.#sequence = 0
    }
    this.#sequence += 1
    return v7({ msecs: this.#lastIdMs, seq: this.#sequence, random: this.#randomBytes() })
  }

  #randomBytes(): Uint8Array {
    if (this.#randomUsed === this.#random.length) {
      this.#fillRandom(this.#random)
      this.#randomUsed = 0
    }
    const start = this.#randomUsed
    this.#randomUsed += RANDOM_BYTES_PER_ID
    return this.#random.subarray(start, this.#randomUsed)
  }
}

const MS_HEX_DIGITS = 12

/** The time in a version 7 UUID, in Unix milliseconds. */
export function timeOfIdMs(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, MS_HEX_DIGITS), 16)
}

const UUID_MS_BREAK = 8

/** The smallest version 7 UUID of a time: ids made at or after it are not smaller. */
export function firstIdAt(atMs: number): string {
  // The first week of 1970 begins in 1969; no ids exist there.
  const digits = Math.max(0, atMs).toString(16).padStart(MS_HEX_DIGITS, '0')
  return `${digits.slice(0, UUID_MS_BREAK)}-${digits.slice(UUID_MS_BREAK)}-7000-8000-000000000000`
}
