import { DUE_KINDS, type DueSubject } from '@clutch/economy'
import { overRows, type Statement } from '../store/statement.ts'
import type { WriterConnection } from '../store/writer-connection.ts'

/** Subjects whose scheduled work one batch settles while no commands arrive. */
const DUE_SUBJECTS_MAX = 1_000
/** The same while commands arrive, so that a backlog of scheduled work leaves room for them. */
const DUE_SUBJECTS_BUSY_MAX = 250
/** Pause before scheduled work is retried after a failed commit. */
const RETRY_DELAY_MS = 250
/** Longest delay that `setTimeout` supports. */
export const TIMER_MAX_MS = 2 ** 31 - 1
/** Longest timer, so that work falls due on time after the machine slept or its clock was set. */
const CLOCK_CHECK_MS = 500

/** A subject's next due time; undefined when nothing is scheduled. */
export interface NextDue {
  readonly subject: DueSubject
  readonly dueAtMs: number | undefined
}

/**
 * Scheduled work of the economy, such as crafts that end and lots that expire. The table holds the next due time of each
 * subject: a player, or another entity for which time passes. Only the earliest due time is held in memory, so cost does
 * not grow with the number of subjects.
 */
export class Schedule {
  readonly #connection: WriterConnection
  readonly #nowMs: () => number
  readonly #wake: () => void
  /** Nothing is due before this time. */
  #nextMs = 0
  #timer: NodeJS.Timeout | undefined

  /** @param nowMs the clock that due times refer to, in Unix milliseconds */
  constructor(connection: WriterConnection, nowMs: () => number, wake: () => void) {
    this.#connection = connection
    this.#nowMs = nowMs
    this.#wake = wake
  }

  isDue(nowMs: number): boolean {
    return this.#nextMs <= nowMs
  }

  /** Reads the subjects that are due, longest overdue first. Sets the timer for the next one when none is. */
  async read(nowMs: number, isBusy: boolean): Promise<DueSubject[]> {
    if (!this.isDue(nowMs)) return []
    const max = isBusy ? DUE_SUBJECTS_BUSY_MAX : DUE_SUBJECTS_MAX
    const [rows = []] = await this.#connection.load([selectNext(max)])
    const due = rows.filter((row) => Number(row['due_at_ms']) <= nowMs)
    if (due.length === 0) this.#waitUntil(Number(rows[0]?.['due_at_ms'] ?? Number.POSITIVE_INFINITY), nowMs)
    return due.map((row) => toDueSubject(String(row['kind']), String(row['subject_id'])))
  }

  /** Call with a batch's due times once they are durable. */
  noteWritten(written: readonly NextDue[], nowMs: number): void {
    const nextMs = Math.min(...written.map(({ dueAtMs }) => dueAtMs ?? Number.POSITIVE_INFINITY))
    if (nextMs < this.#nextMs) this.#waitUntil(nextMs, nowMs)
  }

  /** Delays the next attempt after a failure. */
  postpone(nowMs: number): void {
    this.#waitUntil(nowMs + RETRY_DELAY_MS, nowMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #waitUntil(nextMs: number, nowMs: number): void {
    this.#nextMs = nextMs
    clearTimeout(this.#timer)
    if (nextMs === Number.POSITIVE_INFINITY) return
    this.#timer = setTimeout(() => this.#check(), Math.min(Math.max(0, nextMs - nowMs), CLOCK_CHECK_MS))
    this.#timer.unref()
  }

  #check(): void {
    const nowMs = this.#nowMs()
    if (this.isDue(nowMs)) this.#wake()
    else this.#waitUntil(this.#nextMs, nowMs)
  }
}

/** The query selects only kinds of the economy. */
function toDueSubject(kind: string, id: string): DueSubject {
  return { kind, id } as DueSubject
}

function selectNext(max: number): Statement {
  return {
    name: 'select-due-subjects',
    text: `select kind, subject_id, due_at_ms from due_work where kind = any($1::text[])
      order by due_at_ms, subject_id limit $2`,
    values: [DUE_KINDS, max],
  }
}

/** Stores the next due time of subjects whose scheduled work changed. */
export function saveNextDue(changes: readonly NextDue[]): Statement[] {
  const scheduled = changes.flatMap(({ subject, dueAtMs }) => (dueAtMs === undefined ? [] : [{ subject, dueAtMs }]))
  const idle = changes.filter(({ dueAtMs }) => dueAtMs === undefined)
  return [
    overRows(
      'upsert-due-subjects',
      scheduled,
      [({ subject }) => subject.kind, ({ subject }) => subject.id, ({ dueAtMs }) => dueAtMs],
      `insert into due_work (kind, subject_id, due_at_ms)
      select * from unnest($1::text[], $2::uuid[], $3::bigint[])
      on conflict (kind, subject_id) do update set due_at_ms = excluded.due_at_ms
      where due_work.due_at_ms <> excluded.due_at_ms`,
    ),
    overRows(
      'delete-due-subjects',
      idle,
      [({ subject }) => subject.kind, ({ subject }) => subject.id],
      `delete from due_work using unnest($1::text[], $2::uuid[]) as idle (kind, subject_id)
      where due_work.kind = idle.kind and due_work.subject_id = idle.subject_id`,
    ),
  ].filter((statement) => statement !== undefined)
}
