import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const RANDOM_BYTES_PER_ID = 16
/** Randomness is fetched for so many ids at a time: one by one it would cost more than the id. */
const IDS_PER_FETCH = 512
/** A step of the machine's clock against the time that has passed; less is what clocks are corrected by all the time. */
const JUMP_MS = 1_000

export interface ClockOptions {
  /** The last moment that ids of the clock before this one may carry: it is over. */
  readonly lastIdMs: number
  /** Where the chance part of ids comes from; a simulated world brings its own. */
  readonly fillRandom?: (bytes: Uint8Array) => void
  /** Milliseconds that only ever grow, whatever is done to the machine's clock. */
  readonly elapsedMs?: () => number
  /** Told by how much the machine's clock has jumped. */
  readonly onJump?: (byMs: number) => void
}

/**
 * The writer's time and ids. Time is the machine's: when it is set back, so is what work is measured by, for a clock
 * that once ran ahead must not hold up the world until the world has caught up. Ids never go backwards, for they are
 * the order of queues and histories.
 */
export class WriterClock {
  readonly #readMs: () => number
  readonly #elapsedMs: () => number
  readonly #fillRandom: (bytes: Uint8Array) => void
  readonly #onJump: (byMs: number) => void
  #lastReadMs: number
  #lastElapsedMs: number
  #lastIdMs: number
  #lastToldMs: number
  #sequence = 0
  readonly #random = new Uint8Array(RANDOM_BYTES_PER_ID * IDS_PER_FETCH)
  #randomUsed = this.#random.length

  constructor(readMs: () => number, options: ClockOptions) {
    this.#readMs = readMs
    this.#elapsedMs = options.elapsedMs ?? (() => performance.now())
    this.#fillRandom = options.fillRandom ?? randomFillSync
    this.#onJump = options.onJump ?? (() => undefined)
    this.#lastIdMs = options.lastIdMs + 1
    this.#lastToldMs = this.#lastIdMs
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

  /**
   * The moment under which changes are told. It never goes back: whoever hears of two changes of the same thing takes
   * the one with the later moment for the last (document 1 §4).
   */
  toldMs(): number {
    this.#lastToldMs = Math.max(this.#lastToldMs, this.#lastIdMs, this.nowMs())
    return this.#lastToldMs
  }

  /** The newest moment that an id carries: what the next clock has to start behind. */
  get lastIdMs(): number {
    return this.#lastIdMs
  }

  /** A version 7 uuid greater than all before it: also the lot's place in its queue (rules §0). */
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

/** The moment inside a version 7 uuid, in Unix milliseconds. */
export function timeOfIdMs(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, MS_HEX_DIGITS), 16)
}

const UUID_MS_BREAK = 8

/** The least version 7 uuid of a moment: every id of it or later is at least this. */
export function firstIdAt(atMs: number): string {
  // The first week of 1970 begins in 1969, where no id is.
  const digits = Math.max(0, atMs).toString(16).padStart(MS_HEX_DIGITS, '0')
  return `${digits.slice(0, UUID_MS_BREAK)}-${digits.slice(UUID_MS_BREAK)}-7000-8000-000000000000`
}
