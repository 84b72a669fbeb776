import { KEPT_NOTICES_MAX } from '@clutch/contract/constants'
import { v7 } from 'uuid'
import type { Statement, WriterConnection } from '../store/writer-connection.ts'
import { firstIdAt } from './writer-clock.ts'

/** How long an idempotency key answers its first outcome again. */
const OUTCOMES_KEPT_MS = 7 * 24 * 60 * 60 * 1_000
const FORGET_EVERY_MS = 60 * 60 * 1_000
const FORGET_NOTICES_EVERY_MS = 10 * 60 * 1_000
/** `setTimeout` takes no longer delay; what is due later is looked at again. */
const TIMER_MAX_MS = 2 ** 31 - 1

interface DueKind {
  readonly everyMs: number
  /** @param sinceMs when it was done last. */
  statements(nowMs: number, sinceMs: number): Statement[]
}

/** What is done by the clock, and how often. */
const DUE_KINDS = {
  forget_outcomes: {
    everyMs: FORGET_EVERY_MS,
    statements: (nowMs) => [
      {
        name: 'forget-outcomes',
        text: 'delete from command_outcome where at_ms < $1',
        values: [nowMs - OUTCOMES_KEPT_MS],
      },
    ],
  },
  forget_notices: {
    everyMs: FORGET_NOTICES_EVERY_MS,
    statements: (_nowMs, sinceMs) => [forgetOldNotices(sinceMs)],
  },
} as const satisfies Record<string, DueKind>

/** Only those who got notices since can have too many; what is kept is the newest so many of each. */
export function forgetOldNotices(sinceMs: number): Statement {
  return {
    name: 'forget-notices',
    text: `delete from notice using (
      select recent.user_id, (
        select notice_id from notice as kept where kept.user_id = recent.user_id
        order by notice_id desc offset ${KEPT_NOTICES_MAX - 1} limit 1
      ) as oldest_kept
      from (select distinct user_id from notice where notice_id >= $1) as recent
    ) as bound where notice.user_id = bound.user_id and notice.notice_id < bound.oldest_kept`,
    values: [firstIdAt(sinceMs)],
  }
}

type DueKindName = keyof typeof DUE_KINDS

interface DueRow {
  readonly workId: string
  readonly kind: DueKindName
  dueAtMs: number
}

/**
 * The server's own work that falls due by the clock (what players make is `DuePlayers`'), kept in the index on due time: it is done in a batch of the writer, in the same
 * transaction that schedules it next, however long nobody was there to do it.
 */
export class DueWork {
  readonly #rows: DueRow[]
  readonly #wake: () => void
  #timer: NodeJS.Timeout | undefined

  private constructor(rows: DueRow[], wake: () => void) {
    this.#rows = rows
    this.#wake = wake
  }

  /** Reads what is scheduled, and schedules what never was. */
  static async open(connection: WriterConnection, nowMs: number, wake: () => void): Promise<DueWork> {
    const [rows = []] = await connection.load([SELECT_DUE_WORK])
    const known: DueRow[] = rows.flatMap((row) => {
      const kind = String(row['kind'])
      return isDueKind(kind) ? [{ workId: String(row['work_id']), kind, dueAtMs: Number(row['due_at_ms']) }] : []
    })
    const fresh = Object.keys(DUE_KINDS)
      .filter(isDueKind)
      .filter((kind) => !known.some((row) => row.kind === kind))
      .map((kind) => ({ workId: v7(), kind, dueAtMs: nowMs + DUE_KINDS[kind].everyMs }))
    if (fresh.length > 0) await connection.commit(fresh.map(insertDueWork))
    const dueWork = new DueWork([...known, ...fresh], wake)
    dueWork.#schedule(nowMs)
    return dueWork
  }

  isDue(nowMs: number): boolean {
    return this.#rows.some(({ dueAtMs }) => dueAtMs <= nowMs)
  }

  /** Statements of all that is due, each with the one that schedules it next. Call `done` once they are durable. */
  statements(nowMs: number): Statement[] {
    return this.#rows
      .filter(({ dueAtMs }) => dueAtMs <= nowMs)
      .flatMap(({ workId, kind, dueAtMs }) => [
        ...DUE_KINDS[kind].statements(nowMs, dueAtMs - DUE_KINDS[kind].everyMs),
        reschedule(workId, nowMs + DUE_KINDS[kind].everyMs),
      ])
  }

  done(nowMs: number): void {
    for (const row of this.#rows) if (row.dueAtMs <= nowMs) row.dueAtMs = nowMs + DUE_KINDS[row.kind].everyMs
    this.#schedule(nowMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #schedule(nowMs: number): void {
    clearTimeout(this.#timer)
    const nextMs = Math.min(...this.#rows.map(({ dueAtMs }) => dueAtMs))
    this.#timer = setTimeout(this.#wake, Math.min(Math.max(0, nextMs - nowMs), TIMER_MAX_MS))
    this.#timer.unref()
  }
}

const SELECT_DUE_WORK: Statement = {
  name: 'select-due-work',
  text: 'select work_id, kind, due_at_ms from due_work where kind = any($1::text[]) order by due_at_ms, work_id',
  values: [Object.keys(DUE_KINDS)],
}

function insertDueWork({ workId, kind, dueAtMs }: DueRow): Statement {
  return {
    name: 'insert-due-work',
    text: `insert into due_work (work_id, due_at_ms, kind, payload) values ($1, $2, $3, '{}')`,
    values: [workId, dueAtMs, kind],
  }
}

function reschedule(workId: string, dueAtMs: number): Statement {
  return {
    name: 'reschedule-due-work',
    text: 'update due_work set due_at_ms = $2 where work_id = $1',
    values: [workId, dueAtMs],
  }
}

function isDueKind(kind: string): kind is DueKindName {
  return Object.hasOwn(DUE_KINDS, kind)
}
