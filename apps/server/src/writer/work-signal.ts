const IDLE = 0
const WORKING = 1

/** Shows other threads of the process whether the writer has work, so that less urgent computation can pause. */
export class WorkSignal {
  readonly #state: Int32Array<SharedArrayBuffer>

  /** @param shared the buffer of another thread's signal, to observe that one */
  constructor(shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.#state = new Int32Array(shared)
  }

  /** Pass to another thread to construct its view of this signal. */
  get shared(): SharedArrayBuffer {
    return this.#state.buffer
  }

  set(isWorking: boolean): void {
    Atomics.store(this.#state, 0, isWorking ? WORKING : IDLE)
  }

  /** Blocks the calling thread for `restMs` if the writer has work. Ignores the short gaps between batches. */
  restWhileWorking(restMs: number): void {
    Atomics.wait(this.#state, 0, WORKING, restMs)
  }
}
