/** While the writer has work, a simulation computes for so long at a time … */
export const SLICE_MS = 5
/** … and then rests for so long: a tenth of a processor is left for it. */
export const REST_MS = 45

/** What a pace is kept by. */
interface PacePorts {
  /** What this thread has computed so far. */
  readonly computedMs: () => number
  /** Rests for so long if the writer has work. */
  readonly rest: (restMs: number) => void
}

/** Keeps a simulation from taking the writer's time: between two slices it gives way. */
export class Pace {
  readonly #ports: PacePorts
  #sliceBeganMs: number

  constructor(ports: PacePorts) {
    this.#ports = ports
    this.#sliceBeganMs = ports.computedMs()
  }

  /** To be called often; returns once there may be computed on. */
  giveWay(): void {
    const { computedMs, rest } = this.#ports
    if (computedMs() - this.#sliceBeganMs < SLICE_MS) return
    rest(REST_MS)
    this.#sliceBeganMs = computedMs()
  }
}
