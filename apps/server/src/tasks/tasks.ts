import { v7 } from 'uuid'
import { jsonCell, overRows, quote, type MaybeStatement } from '../store/statement.ts'

/** Work that involves other systems, executed after the transaction that requested it has committed. */
export interface NewTask {
  readonly kind: string
  /** Plain JSON. */
  readonly payload: unknown
  /** Earliest start, in Unix milliseconds. */
  readonly dueAtMs: number
}

/** Inserts tasks in the transaction that requests them, so that both commit or neither. */
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

/** Executes tasks of one kind. Must be idempotent: it can be called again for the same task. */
export type TaskHandler = (payload: unknown, signal: AbortSignal) => Promise<void>

/** Handlers by kind. */
export type TaskHandlers = Readonly<Record<string, TaskHandler>>
