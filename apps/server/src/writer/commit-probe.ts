/** After a failed commit one without commands is tried so often, to know when the store is well again. */
const PROBE_EVERY_MS = 1_000

/** Knows whether commits arrive: after one that failed, says every second that an empty one is due, until one arrives. */
export class CommitProbe {
  readonly #wake: () => void
  #isFailing = false
  #isDue = false
  #timer: NodeJS.Timeout | undefined

  constructor(wake: () => void) {
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

  noteArrived(): void {
    this.#isFailing = false
  }

  noteFailed(): void {
    this.#isFailing = true
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
