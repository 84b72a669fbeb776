import type { Catalogue, Rng } from '@clutch/economy'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import type { WriterConnection } from '../store/writer-connection.ts'
import type { EconomyArea, ResponseTable } from './area.ts'
import type { KeyLimits } from './known-outcomes.ts'
import type { Lease } from './lease.ts'
import type { Schedule } from './schedule.ts'
import type { ScheduledTasks } from './scheduled-tasks.ts'
import type { WriterObserver } from './submission.ts'
import type { WorkSignal } from './work-signal.ts'
import type { CacheLimits } from './world-cache.ts'
import type { WriterClock } from './writer-clock.ts'

/** What a pipeline works with while its lease lasts. */
export interface PipelineOptions {
  readonly connection: WriterConnection
  readonly lease: Lease
  readonly clock: WriterClock
  readonly tasks: ScheduledTasks
  readonly schedule: Schedule
  readonly bus: Bus
  readonly areas: readonly EconomyArea[]
  readonly responses: ResponseTable
  readonly catalogue: Catalogue
  readonly log: Logger
  readonly cacheLimits: CacheLimits
  /** `KEY_LIMITS` when absent. */
  readonly keyLimits?: KeyLimits | undefined
  readonly rngFor: (operationId: string) => Rng
  readonly observer: WriterObserver | undefined
  readonly workSignal: WorkSignal
  readonly isHalted: () => boolean
  /** Called when the world cannot be reloaded or another writer has taken over. All commands have been responded to. */
  readonly onDead: (error: unknown) => void
}

/** Counters since the server started; written by the pipeline. */
export interface PipelineStats {
  commands: number
  batches: number
  failedBatches: number
  /** Jobs and harvest groups that ended. */
  settled: number
}
