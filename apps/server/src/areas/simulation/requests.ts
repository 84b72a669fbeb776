import type { ItemAmount, TrialCatalogue, Luck, Rejection, Result, Simulation, StartedWork } from '@clutch/economy'

/** Start data of the thread. */
export interface SimulationData {
  readonly catalogue: TrialCatalogue
  /** The writer's `WorkSignal`. */
  readonly writerWork: SharedArrayBuffer
}

/** A request to the thread; `id` matches its response. */
export interface SimulationRequest {
  readonly id: number
  readonly work: StartedWork
  readonly runs: number
  readonly prices: ReadonlyMap<number, number>
  /** Actual changes, for measuring luck. */
  readonly changes: readonly ItemAmount[] | undefined
}

export type SimulationOutcome = Result<Simulation | Luck, Rejection>

export interface SimulationAnswer {
  readonly id: number
  /** Undefined when a rule threw, which is a bug and is logged. */
  readonly outcome: SimulationOutcome | undefined
  readonly problem: string
}
