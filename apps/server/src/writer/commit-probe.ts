import { isDiskFull } from '../store/store-away.ts'

/** After a failed commit one without commands is tried so often, to know when the store is well again. */
const PROBE_EVERY_MS = 1_000

/**
 * After a commit that found the disk full, an empty one proves little: it fits into pages that are there. The store counts
 * as well again once commands were committed, or none was refused for so long.
 */
const FULL_DISK_DOUBT_MS = 30_000

/** Knows whether commits arrive: after one that failed, says every second that an empty one is due, until one arrives. */
export class CommitProbe {
  readonly #wake: () => void
  #isFailing = false
  #isDue = false
  #timer: NodeJS.Timeout | undefined
  #fullUntilMs = Number.NEGATIVE_INFINITY

  readonly #nowMs: () => number

  constructor(wake: () => void, nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
    this.#wake = wake
  }

  /** The last commit failed, and none has arrived since. */
  get isFailing(): boolean {
    return this.#isFailing
  }

  get isDue(): boolean {
    return this.#isDue
  }

  /** @returns whether the commit that leaves now is one to probe with. */
  take(): boolean {
    const isDue = this.#isDue
    this.#isDue = false
    return isDue
  }

  /** @param hasCommands whether the commit carried commands, and not only the probe itself */
  noteArrived(hasCommands: boolean): void {
    if (hasCommands || this.#nowMs() >= this.#fullUntilMs) this.#isFailing = false
    else this.#scheduleProbe()
  }

  noteFailed(error: unknown): void {
    this.#isFailing = true
    if (isDiskFull(error)) this.#fullUntilMs = this.#nowMs() + FULL_DISK_DOUBT_MS
    this.#scheduleProbe()
  }

  #scheduleProbe(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#isDue = this.#isFailing
      this.#wake()
    }, PROBE_EVERY_MS)
    this.#timer.unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
