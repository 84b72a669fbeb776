const IDLE = 0
const WORKING = 1

/**
 * Whether the writer has work, where other threads of the process see it as it changes: what is in less of a hurry gives
 * way meanwhile.
 */
export class WorkSignal {
  readonly #state: Int32Array<SharedArrayBuffer>

  /** @param shared that of another thread's signal, which is then this one's too */
  constructor(shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.#state = new Int32Array(shared)
  }

  /** What another thread makes the same signal from. */
  get shared(): SharedArrayBuffer {
    return this.#state.buffer
  }

  set(isWorking: boolean): void {
    Atomics.store(this.#state, 0, isWorking ? WORKING : IDLE)
  }

  /**
   * Holds the thread that calls it for so long if the writer has work just now. Not only until it has none: between two
   * batches that follow each other there is none either.
   */
  restWhileWorking(restMs: number): void {
    Atomics.wait(this.#state, 0, WORKING, restMs)
  }
}
