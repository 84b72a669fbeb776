interface RepeatedWorkOptions {
  readonly everyMs: number
  readonly run: () => Promise<unknown>
  /** Receives the error of a failed run; the next run tries again. */
  readonly onFailure: (error: unknown) => void
}

/** Work repeated at an interval, never twice at the same time. Does not keep the process from ending. */
export class RepeatedWork {
  readonly #options: RepeatedWorkOptions
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(options: RepeatedWorkOptions) {
    this.#options = options
  }

  /** The first run follows after one interval. */
  start(): void {
    this.#timer = setInterval(() => void this.runNow(), this.#options.everyMs)
    this.#timer.unref()
  }

  /** Runs at once, or joins the run in progress. Never rejects. */
  runNow(): Promise<void> {
    const { run, onFailure } = this.#options
    this.#running ??= run()
      .then(() => undefined, onFailure)
      .finally(() => (this.#running = undefined))
    return this.#running
  }

  /** Ends the repetition. Resolves after the run in progress. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }
}
