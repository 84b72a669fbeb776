import { HOUR_MS } from '@clutch/contract/formats'
import { NIL as NIL_UUID } from 'uuid'
import type { Statement } from '../store/statement.ts'
import type { WriterConnection } from '../store/writer-connection.ts'
import { TIMER_MAX_MS } from './due-subjects.ts'

/** How long an idempotency key answers its first outcome again. */
const OUTCOMES_KEPT_MS = 7 * 24 * HOUR_MS

/** Work that the clock brings round again and again. */
export interface Chore {
  readonly everyMs: number
  /** @param sinceMs when it was done last. */
  readonly statements: (nowMs: number, sinceMs: number) => readonly Statement[]
}

/** The writer's own. */
export const WRITER_CHORES: Readonly<Record<string, Chore>> = {
  forget_outcomes: {
    everyMs: HOUR_MS,
    statements: (nowMs) =>
      ['command_outcome', 'call_outcome'].map((table) => ({
        name: `forget-${table}`,
        text: `delete from ${table} where at_ms < $1`,
        values: [nowMs - OUTCOMES_KEPT_MS],
      })),
  },
}

interface Scheduled {
  readonly kind: string
  readonly chore: Chore
  dueAtMs: number
}

/**
 * Chores on the index on due time, beside what falls due in the economy: each is done in a batch of the writer, in the
 * transaction that schedules it next, however long nobody was there to do it.
 */
export class Chores {
  readonly #scheduled: readonly Scheduled[]
  readonly #wake: () => void
  #timer: NodeJS.Timeout | undefined

  private constructor(scheduled: readonly Scheduled[], wake: () => void) {
    this.#scheduled = scheduled
    this.#wake = wake
  }

  /** Reads what is scheduled, and schedules what never was. */
  static async open(
    connection: WriterConnection,
    chores: Readonly<Record<string, Chore>>,
    nowMs: number,
    wake: () => void,
  ): Promise<Chores> {
    const [rows = []] = await connection.load([selectScheduled(Object.keys(chores))])
    const dueAtMs = new Map(rows.map((row) => [String(row['kind']), Number(row['due_at_ms'])]))
    const scheduled = Object.entries(chores).map(([kind, chore]) => ({
      kind,
      chore,
      // A clock that once ran ahead must not put work off for longer than its own period.
      dueAtMs: Math.min(dueAtMs.get(kind) ?? Number.POSITIVE_INFINITY, nowMs + chore.everyMs),
    }))
    await connection.commit(scheduled.map(({ kind, dueAtMs: next }) => schedule(kind, next)))
    const opened = new Chores(scheduled, wake)
    opened.#waitForNext(nowMs)
    return opened
  }

  isDue(nowMs: number): boolean {
    return this.#scheduled.some(({ dueAtMs }) => dueAtMs <= nowMs)
  }

  /** Statements of all that is due, each with the one that schedules it next. Call `done` once they are durable. */
  statements(nowMs: number): Statement[] {
    return this.#scheduled
      .filter(({ dueAtMs }) => dueAtMs <= nowMs)
      .flatMap(({ kind, chore, dueAtMs }) => [
        ...chore.statements(nowMs, dueAtMs - chore.everyMs),
        schedule(kind, nowMs + chore.everyMs),
      ])
  }

  done(nowMs: number): void {
    for (const one of this.#scheduled) if (one.dueAtMs <= nowMs) one.dueAtMs = nowMs + one.chore.everyMs
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
    name: 'select-chores',
    text: 'select kind, due_at_ms from due_work where kind = any($1::text[]) and subject_id = $2',
    values: [kinds, NIL_UUID],
  }
}

function schedule(kind: string, dueAtMs: number): Statement {
  return {
    name: 'schedule-chore',
    text: `insert into due_work (kind, subject_id, due_at_ms) values ($1, $2, $3)
      on conflict (kind, subject_id) do update set due_at_ms = excluded.due_at_ms`,
    values: [kind, NIL_UUID, dueAtMs],
  }
}
