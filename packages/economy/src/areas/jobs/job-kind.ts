import type { Rng } from '../../core/chance/rng.ts'
import type { ItemAmount } from '../../core/item-amounts.ts'
import type { OperationKind } from '../../core/ledger/operation-kinds.ts'
import type { WorkContent } from '../content/contents.ts'
import type { Job, QueueName } from './job.ts'

/** What the queues need to know about an area's jobs. */
export interface JobKind {
  readonly queue: QueueName
  readonly startKind: OperationKind
  readonly endKindOf: (job: Job) => OperationKind
  /** Draws a job's outputs, before bundles and generators open; undefined if the content has no such recipe. */
  readonly drawOutputs: (content: WorkContent, job: Job, rng: Rng) => ItemAmount[] | undefined
}
