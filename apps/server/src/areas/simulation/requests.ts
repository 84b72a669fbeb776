import type { ItemAmount, TrialCatalogue, Luck, Rejection, Result, Simulation, StartedWork } from '@clutch/economy'

/** What the thread is given when it starts. */
export interface SimulationData {
  readonly catalogue: TrialCatalogue
  /** The writer's `WorkSignal`. */
  readonly writerWork: SharedArrayBuffer
}

/** What the thread is asked; a number tells its answer from others. */
export interface SimulationRequest {
  readonly id: number
  readonly work: StartedWork
  readonly runs: number
  readonly prices: ReadonlyMap<number, number>
  /** What really came of it, where luck is asked for. */
  readonly changes: readonly ItemAmount[] | undefined
}

export type SimulationOutcome = Result<Simulation | Luck, Rejection>

export interface SimulationAnswer {
  readonly id: number
  /** Undefined when a rule threw: that is a bug, and is logged. */
  readonly outcome: SimulationOutcome | undefined
  readonly problem: string
}
