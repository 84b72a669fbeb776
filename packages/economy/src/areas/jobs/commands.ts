import type { CommandBase } from '../../core/command.ts'
import type { MissingIngredient } from './ingredients.ts'
import type { JobId, QueueName } from './job.ts'

declare module '../../core/command.ts' {
  interface Commands {
    readonly cancel_job: CancelJob
  }
}
declare module '../../core/rejection.ts' {
  interface Rejections {
    readonly missing_ingredients: {
      readonly code: 'missing_ingredients'
      readonly missing: readonly MissingIngredient[]
    }
    readonly queue_full: { readonly code: 'queue_full'; readonly max: number }
    readonly job_not_found: { readonly code: 'job_not_found'; readonly jobId: JobId }
    readonly craft_not_cancellable: { readonly code: 'craft_not_cancellable'; readonly jobId: JobId }
  }
}

/** Cancels a job that has not started. */
export interface CancelJob extends CommandBase<'cancel_job'> {
  readonly queue: QueueName
  readonly jobId: JobId
}
