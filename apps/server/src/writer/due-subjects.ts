import { DUE_KINDS, type DueSubject } from '@clutch/economy'
import { overRows, type Statement } from '../store/statement.ts'
import type { WriterConnection } from '../store/writer-connection.ts'

/** Subjects whose due work one batch settles when there is nothing else to do. */
const DUE_SUBJECTS_MAX = 1_000
/** The same while commands come in, so that a flood of due work leaves room for them. */
const DUE_SUBJECTS_BESIDE_COMMANDS = 250
/** Pause before due work is tried again after a batch could not be made durable. */
const RETRY_DELAY_MS = 250
/** `setTimeout` takes no longer delay; what is due later is looked at again. */
export const TIMER_MAX_MS = 2 ** 31 - 1
/** The clock is read at least so often: a machine that slept, or whose clock was set, must not sleep on due work. */
const CLOCK_CHECK_MS = 500

/** A subject's next due work; none when nothing runs. */
export interface NextDue {
  readonly subject: DueSubject
  readonly dueAtMs: number | undefined
}

/**
 * Who has work that falls due, from the index on due time: one row for each subject, a player or whatever else an area
 * lets time pass for, with the next moment at which something of it ends. Only that moment of the next subject is kept
 * in memory, so it does not matter how many there are.
 */
export class DueSubjects {
  readonly #connection: WriterConnection
  readonly #nowMs: () => number
  readonly #wake: () => void
  /** Nothing is due before this moment. */
  #nextMs = 0
  #timer: NodeJS.Timeout | undefined

  /** @param nowMs the time that work is due by, in Unix milliseconds */
  constructor(connection: WriterConnection, nowMs: () => number, wake: () => void) {
    this.#connection = connection
    this.#nowMs = nowMs
    this.#wake = wake
  }

  isDue(nowMs: number): boolean {
    return this.#nextMs <= nowMs
  }

  /** Reads who is due, the longest due first, fewer while commands come in; when nobody is, waits for the next. */
  async read(nowMs: number, isBusy: boolean): Promise<DueSubject[]> {
    if (!this.isDue(nowMs)) return []
    const max = isBusy ? DUE_SUBJECTS_BESIDE_COMMANDS : DUE_SUBJECTS_MAX
    const [rows = []] = await this.#connection.load([selectNext(max)])
    const due = rows.filter((row) => Number(row['due_at_ms']) <= nowMs)
    if (due.length === 0) this.#waitUntil(Number(rows[0]?.['due_at_ms'] ?? Number.POSITIVE_INFINITY), nowMs)
    return due.map((row) => toDueSubject(String(row['kind']), String(row['subject_id'])))
  }

  /** To be told of what a batch has written, once it is durable. */
  noteWritten(written: readonly NextDue[], nowMs: number): void {
    const nextMs = Math.min(...written.map(({ dueAtMs }) => dueAtMs ?? Number.POSITIVE_INFINITY))
    if (nextMs < this.#nextMs) this.#waitUntil(nextMs, nowMs)
  }

  /** After a failure: what is due is not tried again at once. */
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
    this.#timer = setTimeout(() => this.#look(), Math.min(Math.max(0, nextMs - nowMs), CLOCK_CHECK_MS))
    this.#timer.unref()
  }

  #look(): void {
    const nowMs = this.#nowMs()
    if (this.isDue(nowMs)) this.#wake()
    else this.#waitUntil(this.#nextMs, nowMs)
  }
}

/** Only kinds of the economy's are read, so the kind is one of them. */
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

/** Keeps the index true for subjects whose work has changed. */
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
