import { QUEUES, type Job, type JobId, type QueueName } from './job.ts'

declare module '../../core/world.ts' {
  interface AccountParts {
    readonly jobs: JobQueues
  }
}

/** A player's queues. Only `applyEvents` and loading change them. */
export class JobQueues {
  readonly #queues: Readonly<Record<QueueName, Job[]>> = { craft: [], factory: [] }

  /** Jobs in the order they run. */
  queue(name: QueueName): readonly Job[] {
    return this.#queues[name]
  }

  /** The jobs of all queues. */
  all(): readonly Job[] {
    return QUEUES.flatMap((name) => this.#queues[name])
  }

  addJob(job: Job): void {
    this.#queues[job.queue].push(job)
  }

  replaceJob(job: Job): void {
    const queue = this.#queues[job.queue]
    const index = queue.findIndex(({ id }) => id === job.id)
    if (index !== -1) queue[index] = job
  }

  removeJob(name: QueueName, jobId: JobId): void {
    const queue = this.#queues[name]
    const index = queue.findIndex(({ id }) => id === jobId)
    if (index !== -1) queue.splice(index, 1)
  }
}
