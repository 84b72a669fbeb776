import type { Catalogue, Rng } from '@clutch/economy'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import type { EconomyMessage } from '../bus/message.ts'
import type { WriterConnection } from '../store/writer-connection.ts'
import type { AnswerTable, EconomyArea } from './area.ts'
import type { Decided } from './batch.ts'
import type { Chores } from './chores.ts'
import type { DueSubjects, NextDue } from './due-subjects.ts'
import type { KeyLimits, KnownOutcome } from './known-outcomes.ts'
import type { Lease } from './lease.ts'
import type { WriterObserver } from './observer.ts'
import type { WorkSignal } from './work-signal.ts'
import type { CacheLimits } from './world-cache.ts'
import type { WriterClock } from './writer-clock.ts'

/** What a pipeline works with for as long as its lease lasts. */
export interface PipelineOptions {
  readonly connection: WriterConnection
  readonly lease: Lease
  readonly clock: WriterClock
  readonly chores: Chores
  readonly dueSubjects: DueSubjects
  readonly bus: Bus
  readonly areas: readonly EconomyArea[]
  readonly answers: AnswerTable
  readonly catalogue: Catalogue
  readonly log: Logger
  readonly cacheLimits: CacheLimits
  /** `KEY_LIMITS` when absent. */
  readonly keyLimits?: KeyLimits | undefined
  readonly rngFor: (operationId: string) => Rng
  readonly observer: WriterObserver | undefined
  readonly workSignal: WorkSignal
  readonly isFrozen: () => boolean
}

export interface PipelineStats {
  commands: number
  batches: number
  failedBatches: number
  /** Jobs and harvest groups that ended. */
  settled: number
}

/** A sealed batch on its way to the disk. */
export interface Commit {
  readonly message: EconomyMessage
  readonly outcomes: ReadonlyMap<string, KnownOutcome>
  readonly decided: readonly Decided[]
  readonly nextDue: readonly NextDue[]
  readonly settledCount: number
  readonly choresAtMs: number | undefined
}
