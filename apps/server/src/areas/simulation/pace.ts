/** Computing time per slice while the writer has work. */
export const SLICE_MS = 5
/** Rest after each slice, which limits a simulation to a tenth of a processor. */
export const REST_MS = 45

/** Clock and rest of the thread. */
interface PacePorts {
  /** Processor time of this thread so far. */
  readonly computedMs: () => number
  /** Rests for this time if the writer has work. */
  readonly rest: (restMs: number) => void
}

/** Throttles a simulation while the writer has work: it rests between slices. */
export class Pace {
  readonly #ports: PacePorts
  #sliceBeganMs: number

  constructor(ports: PacePorts) {
    this.#ports = ports
    this.#sliceBeganMs = ports.computedMs()
  }

  /** Call often; returns when computing may continue. */
  giveWay(): void {
    const { computedMs, rest } = this.#ports
    if (computedMs() - this.#sliceBeganMs < SLICE_MS) return
    rest(REST_MS)
    this.#sliceBeganMs = computedMs()
  }
}
