import { HOUR_MS } from '@clutch/contract/formats'
import { NIL as NIL_UUID } from 'uuid'
import { makePartitions } from '../store/history-partitions.ts'
import type { Statement } from '../store/statement.ts'
import type { WriterConnection } from '../store/writer-connection.ts'
import { TIMER_MAX_MS } from './schedule.ts'

/** How long a repeated idempotency key returns the first outcome (rules §0). */
const OUTCOME_RETENTION_MS = 7 * 24 * HOUR_MS

/** Recurring internal work. */
export interface ScheduledTask {
  readonly everyMs: number
  /** Whether it also runs at every take-over, before commands are accepted. */
  readonly isRunAtTakeOver?: true
  /** @param sinceMs when the task last ran */
  readonly statements: (nowMs: number, sinceMs: number) => readonly Statement[]
}

export const WRITER_TASKS: Readonly<Record<string, ScheduledTask>> = {
  make_partitions: {
    everyMs: HOUR_MS,
    isRunAtTakeOver: true,
    statements: (nowMs) => [makePartitions(nowMs)],
  },
  forget_outcomes: {
    everyMs: HOUR_MS,
    statements: (nowMs) => [
      {
        name: 'forget-command_outcome',
        text: 'select forget_outcomes($1::bigint)',
        values: [nowMs - OUTCOME_RETENTION_MS],
      },
      {
        name: 'forget-call_outcome',
        text: 'delete from call_outcome where at_ms < $1',
        values: [nowMs - OUTCOME_RETENTION_MS],
      },
    ],
  },
}

interface Scheduled {
  readonly kind: string
  readonly task: ScheduledTask
  dueAtMs: number
}

/**
 * Runs scheduled tasks. Their due times are stored in the same table as scheduled work of the economy; a task runs in a
 * batch of the writer, in the transaction that stores its next due time. A task missed while no server ran is due once.
 */
export class ScheduledTasks {
  readonly #scheduled: readonly Scheduled[]
  readonly #wake: () => void
  #timer: NodeJS.Timeout | undefined

  private constructor(scheduled: readonly Scheduled[], wake: () => void) {
    this.#scheduled = scheduled
    this.#wake = wake
  }

  /** Reads the due times of all tasks and schedules those without one. */
  static async open(
    connection: WriterConnection,
    tasks: Readonly<Record<string, ScheduledTask>>,
    nowMs: number,
    wake: () => void,
  ): Promise<ScheduledTasks> {
    const [rows = []] = await connection.load([selectScheduled(Object.keys(tasks))])
    const dueAtMs = new Map(rows.map((row) => [String(row['kind']), Number(row['due_at_ms'])]))
    const scheduled = Object.entries(tasks).map(([kind, task]) => ({
      kind,
      task,
      // If the clock once ran ahead, the task is not delayed by more than its period.
      dueAtMs: Math.min(dueAtMs.get(kind) ?? Number.POSITIVE_INFINITY, nowMs + task.everyMs),
    }))
    await connection.commit([
      ...Object.values(tasks).flatMap((task) =>
        task.isRunAtTakeOver === true ? task.statements(nowMs, nowMs - task.everyMs) : [],
      ),
      ...scheduled.map(({ kind, dueAtMs: next }) => schedule(kind, next)),
    ])
    const opened = new ScheduledTasks(scheduled, wake)
    opened.#waitForNext(nowMs)
    return opened
  }

  isDue(nowMs: number): boolean {
    return this.#scheduled.some(({ dueAtMs }) => dueAtMs <= nowMs)
  }

  /** Statements of all due tasks and of their next due times. Call `noteDone` once they are durable. */
  statements(nowMs: number): Statement[] {
    return this.#scheduled
      .filter(({ dueAtMs }) => dueAtMs <= nowMs)
      .flatMap(({ kind, task, dueAtMs }) => [
        ...task.statements(nowMs, dueAtMs - task.everyMs),
        schedule(kind, nowMs + task.everyMs),
      ])
  }

  noteDone(nowMs: number): void {
    for (const one of this.#scheduled) if (one.dueAtMs <= nowMs) one.dueAtMs = nowMs + one.task.everyMs
    this.#waitForNext(nowMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #waitForNext(nowMs: number): void {
    clearTimeout(this.#timer)
    const nextMs = Math.min(...this.#scheduled.map(({ dueAtMs }) => dueAtMs))
    this.#timer = setTimeout(this.#wake, Math.min(Math.max(0, nextMs - nowMs), TIMER_MAX_MS))
    this.#timer.unref()
  }
}

function selectScheduled(kinds: readonly string[]): Statement {
  return {
    name: 'select-scheduled-tasks',
    text: 'select kind, due_at_ms from due_work where kind = any($1::text[]) and subject_id = $2',
    values: [kinds, NIL_UUID],
  }
}

function schedule(kind: string, dueAtMs: number): Statement {
  return {
    name: 'schedule-task',
    text: `insert into due_work (kind, subject_id, due_at_ms) values ($1, $2, $3)
      on conflict (kind, subject_id) do update set due_at_ms = excluded.due_at_ms`,
    values: [kind, NIL_UUID, dueAtMs],
  }
}
