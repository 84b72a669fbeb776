import { isDiskFull } from '../store/store-outage.ts'

/** Interval of empty commits after a failed one, to detect when the store has recovered. */
const PROBE_EVERY_MS = 1_000

/**
 * After a full disk an empty commit proves little: it fits into existing pages. The store counts as recovered once a
 * commit with commands succeeds, or when no commit has failed for this long.
 */
const FULL_DISK_DOUBT_MS = 30_000

/** Tracks whether commits succeed: after a failure, an empty commit is due every second until one succeeds. */
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

  /** Whether the last commit failed. */
  get isFailing(): boolean {
    return this.#isFailing
  }

  get isDue(): boolean {
    return this.#isDue
  }

  /** @returns whether the commit about to be sent is a probe; none is due then. */
  take(): boolean {
    const isDue = this.#isDue
    this.#isDue = false
    return isDue
  }

  /** @param hasCommands whether the commit carried commands, and not only the probe itself */
  noteSucceeded(hasCommands: boolean): void {
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
