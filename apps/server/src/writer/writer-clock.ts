import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const RANDOM_BYTES_PER_ID = 16
/** Randomness is fetched for so many ids at a time: one by one it would cost more than the id. */
const IDS_PER_FETCH = 512

/** The writer's time and ids. Neither ever goes backwards, also when the machine's clock does. */
export class WriterClock {
  readonly #readMs: () => number
  readonly #fillRandom: (bytes: Uint8Array) => void
  #lastMs: number
  #sequence = 0
  readonly #random = new Uint8Array(RANDOM_BYTES_PER_ID * IDS_PER_FETCH)
  #randomUsed = this.#random.length

  /**
   * `lastMs` is the last moment of the clock before this one: ids of that very moment may exist, so it is over.
   * @param fillRandom where the chance part of ids comes from; a simulated world brings its own
   */
  constructor(readMs: () => number, lastMs: number, fillRandom: (bytes: Uint8Array) => void = randomFillSync) {
    this.#readMs = readMs
    this.#fillRandom = fillRandom
    this.#lastMs = lastMs + 1
  }

  nowMs(): number {
    const nowMs = this.#readMs()
    if (nowMs > this.#lastMs) {
      this.#lastMs = nowMs
      this.#sequence = 0
    }
    return this.#lastMs
  }

  /** A version 7 uuid greater than all before it: also the lot's place in its queue (rules §0). */
  newId(): string {
    const msecs = this.nowMs()
    this.#sequence += 1
    return v7({ msecs, seq: this.#sequence, random: this.#randomBytes() })
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
  const digits = atMs.toString(16).padStart(MS_HEX_DIGITS, '0')
  return `${digits.slice(0, UUID_MS_BREAK)}-${digits.slice(UUID_MS_BREAK)}-7000-8000-000000000000`
}
