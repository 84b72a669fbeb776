import type { Rng } from '../../core/chance/rng.ts'
import type { ItemAmount } from '../../core/item-amounts.ts'
import type { OperationKind } from '../../core/ledger/operation-kinds.ts'
import type { WorkContent } from '../content/contents.ts'
import type { Job, QueueName } from './job.ts'

/** What an area tells the queues of its jobs. */
export interface JobKind {
  readonly queue: QueueName
  readonly startKind: OperationKind
  readonly endKindOf: (job: Job) => OperationKind
  /** What a job makes, before bundles and generators open; undefined when the content has no such recipe. */
  readonly drawOutputs: (content: WorkContent, job: Job, rng: Rng) => ItemAmount[] | undefined
}
