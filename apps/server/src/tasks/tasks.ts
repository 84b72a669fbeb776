import { v7 } from 'uuid'
import { jsonCell, overRows, quote, type MaybeStatement } from '../store/statement.ts'

/** Work with the outside that has to be done once what asked for it is durable. */
export interface NewTask {
  readonly kind: string
  /** Plain JSON. */
  readonly payload: unknown
  /** When it may begin, in Unix milliseconds. */
  readonly dueAtMs: number
}

/** Puts tasks into the transaction that asks for them: both are durable, or neither. */
export function insertTasks(tasks: readonly NewTask[]): MaybeStatement {
  return overRows(
    'insert-tasks',
    tasks,
    [() => v7(), ({ kind }) => quote(kind), ({ payload }) => jsonCell(payload), ({ dueAtMs }) => dueAtMs],
    `insert into task (task_id, kind, payload, due_at_ms)
    select task_id, kind, payload::json, due_at_ms
    from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[]) as row (task_id, kind, payload, due_at_ms)`,
  )
}

/** Does the work of one kind. It may be called again for the same task, so a second time must do no harm. */
export type TaskHandler = (payload: unknown, signal: AbortSignal) => Promise<void>

/** Handlers by kind. */
export type TaskHandlers = Readonly<Record<string, TaskHandler>>
