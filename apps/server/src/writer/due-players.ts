import { asUserId, type UserId } from '@clutch/economy'
import type { Statement, WriterConnection } from '../store/writer-connection.ts'
import { overRows } from './statements.ts'

const KIND = 'settle_player'
/** Players whose due work one batch settles when there is nothing else to do. */
const DUE_PLAYERS_MAX = 1_000
/** The same while commands come in, so that a flood of due work leaves room for them. */
const DUE_PLAYERS_BESIDE_COMMANDS = 250
/** Pause before due work is tried again after a batch could not be made durable. */
const RETRY_DELAY_MS = 250
/** `setTimeout` takes no longer delay; what is due later is looked at again. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** A player's next due work; none when nothing runs. */
export interface NextDue {
  readonly userId: UserId
  readonly dueAtMs: number | undefined
}

/**
 * Which players have work that falls due, from the index on due time: one row for each player, with the next moment
 * at which something of theirs ends. Only that moment of the next player is kept in memory, so it does not matter how
 * many there are.
 */
export class DuePlayers {
  readonly #connection: WriterConnection
  readonly #wake: () => void
  /** Nothing is due before this moment. */
  #nextMs = 0
  #timer: NodeJS.Timeout | undefined

  constructor(connection: WriterConnection, wake: () => void) {
    this.#connection = connection
    this.#wake = wake
  }

  isDue(nowMs: number): boolean {
    return this.#nextMs <= nowMs
  }

  /** Reads who is due, the longest due first, fewer while commands come in; when nobody is, waits for the next. */
  async read(nowMs: number, isBusy: boolean): Promise<UserId[]> {
    if (!this.isDue(nowMs)) return []
    const max = isBusy ? DUE_PLAYERS_BESIDE_COMMANDS : DUE_PLAYERS_MAX
    const [rows = []] = await this.#connection.load([selectNext(max)])
    const due = rows.filter((row) => Number(row['due_at_ms']) <= nowMs)
    if (due.length === 0) this.#waitUntil(Number(rows[0]?.['due_at_ms'] ?? Number.POSITIVE_INFINITY), nowMs)
    return due.map((row) => asUserId(String(row['work_id'])))
  }

  /** To be told of what a batch has written, once it is durable. */
  noteWritten(written: readonly NextDue[], nowMs: number): void {
    const nextMs = Math.min(...written.map(({ dueAtMs }) => dueAtMs ?? Number.POSITIVE_INFINITY))
    if (nextMs < this.#nextMs) this.#waitUntil(nextMs, nowMs)
  }

  /** After a failure: what is due is not tried again at once. */
  postpone(nowMs: number): void {
    this.#waitUntil(Math.max(this.#nextMs, nowMs + RETRY_DELAY_MS), nowMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #waitUntil(nextMs: number, nowMs: number): void {
    this.#nextMs = nextMs
    clearTimeout(this.#timer)
    const look = (): void => {
      // The index knows better than a timer that may have been cut short.
      this.#nextMs = 0
      this.#wake()
    }
    this.#timer = setTimeout(look, Math.min(Math.max(0, nextMs - nowMs), TIMER_MAX_MS))
    this.#timer.unref()
  }
}

function selectNext(max: number): Statement {
  return {
    name: 'select-due-players',
    text: 'select work_id, due_at_ms from due_work where kind = $1 order by due_at_ms, work_id limit $2',
    values: [KIND, max],
  }
}

/** Keeps the index true for players whose work has changed. */
export function saveNextDue(changes: readonly NextDue[]): Statement[] {
  const scheduled = changes.flatMap(({ userId, dueAtMs }) => (dueAtMs === undefined ? [] : [{ userId, dueAtMs }]))
  const idle = changes.filter(({ dueAtMs }) => dueAtMs === undefined)
  return [
    overRows(
      'upsert-due-players',
      scheduled,
      [({ userId }) => userId, ({ dueAtMs }) => dueAtMs],
      `insert into due_work (work_id, due_at_ms, kind, payload)
      select work_id, due_at_ms, '${KIND}', '{}' from unnest($1::uuid[], $2::bigint[]) as row (work_id, due_at_ms)
      on conflict (work_id) do update set due_at_ms = excluded.due_at_ms where due_work.due_at_ms <> excluded.due_at_ms`,
    ),
    overRows(
      'delete-due-players',
      idle,
      [({ userId }) => userId],
      `delete from due_work where work_id = any($1::uuid[]) and kind = '${KIND}'`,
    ),
  ].filter((statement) => statement !== undefined)
}
