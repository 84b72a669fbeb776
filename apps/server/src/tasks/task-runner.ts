import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../store/database.ts'
import { RepeatedWork } from '../repeated-work.ts'
import type { TaskHandlers } from './tasks.ts'

/** Tasks that this server runs at the same time. */
const RUNNING_MAX = 16
/** Polling interval when nothing wakes the runner. */
const POLL_MS = 1_000
/** Duration of a claim. After that its server counts as dead and another may claim the task. */
const LEASE_MS = 60_000
/** Longest attempt: shorter than the lease, so that a task never runs twice at the same time. */
const ATTEMPT_MAX_MS = 45_000
/** Delay of the first retry; doubles with each. */
const RETRY_MIN_MS = 1_000
const RETRY_MAX_MS = 5 * 60_000
const ERROR_LENGTH_MAX = 500

interface TaskRow {
  readonly task_id: string
  readonly kind: string
  readonly payload: unknown
  readonly attempts: number
}

export interface TaskRunnerOptions {
  readonly db: Kysely<Database>
  readonly handlers: TaskHandlers
  readonly log: Logger
  readonly nowMs?: () => number
  /** Tasks of kinds for which it returns false are left to other servers, or wait. */
  readonly mayRun?: (kind: string) => boolean
}

/**
 * Runs durable tasks: each committed task is executed at least once, also after a crash, by one server at a time. Failed
 * tasks are retried with growing delays, without a limit: a task ends only when its handler succeeds.
 */
export class TaskRunner {
  readonly #options: TaskRunnerOptions
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<void>>()
  readonly #looking: RepeatedWork

  constructor(options: TaskRunnerOptions) {
    this.#options = options
    this.#looking = new RepeatedWork({
      everyMs: POLL_MS,
      run: () => this.#look(),
      onFailure: (error) => options.log.warn({ err: error }, 'reading tasks failed'),
    })
  }

  start(): void {
    this.#looking.start()
    this.wake()
  }

  /** Looks for tasks now instead of at the next poll. */
  wake(): void {
    if (this.#stopping.signal.aborted) return
    void this.#looking.runNow()
  }

  /** Aborts running tasks; they are claimed again after their lease ends. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#looking.stop()
    await Promise.all(this.#running)
  }

  async #look(): Promise<void> {
    const { handlers, mayRun = () => true } = this.#options
    const kinds = Object.keys(handlers).filter(mayRun)
    for (let room = RUNNING_MAX - this.#running.size; room > 0; room = RUNNING_MAX - this.#running.size) {
      const claimed = await this.#claim(kinds, room)
      for (const task of claimed) this.#follow(this.#run(task))
      if (claimed.length < room) return
    }
  }

  #follow(run: Promise<void>): void {
    this.#running.add(run)
    void run.finally(() => {
      this.#running.delete(run)
      this.wake()
    })
  }

  /** The due time is also the end of the lease: a claimed task becomes due again if its server dies. */
  async #claim(kinds: readonly string[], max: number): Promise<TaskRow[]> {
    const nowMs = this.#nowMs()
    const { rows } = await sql<TaskRow>`
      update task set attempts = attempts + 1, due_at_ms = ${nowMs + LEASE_MS}
      where task_id in (
        select task_id from task where due_at_ms <= ${nowMs} and kind = any(${kinds}::text[])
        order by due_at_ms, task_id limit ${max} for update skip locked
      ) returning task_id, kind, payload, attempts`.execute(this.#options.db)
    return rows
  }

  async #run({ task_id, kind, payload, attempts }: TaskRow): Promise<void> {
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(ATTEMPT_MAX_MS)])
    try {
      await this.#options.handlers[kind]?.(payload, signal)
      await this.#options.db.deleteFrom('task').where('task_id', '=', task_id).execute()
    } catch (error) {
      this.#options.log.warn({ err: error, kind, attempts }, 'task failed, will be retried')
      await this.#postpone(task_id, attempts, error).catch((cause: unknown) =>
        this.#options.log.warn({ err: cause, kind }, 'rescheduling a task failed; it is retried after its lease ends'),
      )
    }
  }

  #nowMs(): number {
    return (this.#options.nowMs ?? Date.now)()
  }

  async #postpone(taskId: string, attempts: number, error: unknown): Promise<void> {
    const delayMs = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(attempts - 1, 30))
    await this.#options.db
      .updateTable('task')
      .set({ due_at_ms: this.#nowMs() + delayMs, last_error: String(error).slice(0, ERROR_LENGTH_MAX) })
      .where('task_id', '=', taskId)
      .execute()
  }
}
