import { sql, type Generated, type Transaction } from 'kysely'
import type { Database } from './database.ts'
import { jsonCell, overRows, quote, type MaybeStatement } from './statement.ts'

declare module './database.ts' {
  interface Database {
    logged_event: LoggedEventTable
  }
}

/**
 * An entry of the event log that is no operation. It is ordered after the operation at its position, and among those at
 * the same position by its sequence.
 */
interface LoggedEventTable {
  position: number
  sequence: Generated<number>
  type: LoggedEvent['type']
  at_ms: number
  data: unknown
}

/** An event that servers of the studio can read, besides operations and trades (integration §3). */
export interface LoggedEvent {
  readonly type:
    | 'player.registered'
    | 'player.banned'
    | 'player.unbanned'
    | 'player.deleted'
    | 'coin_exchange.settled'
    | 'coin_exchange.parked'
    | 'economy.halted'
    | 'economy.resumed'
    | 'content.switched'
  /** Unix milliseconds. */
  readonly atMs: number
  readonly data: object
}

/** The position of the newest operation: what is logged next comes after it. */
export const NEWEST_POSITION = '(select coalesce(max(position), 0) from operation)'

/** Logs events of a batch. Its operations must be inserted after them. */
export function insertLoggedEvents(events: readonly LoggedEvent[]): MaybeStatement {
  return overRows(
    'insert-logged-events',
    events,
    [({ type }) => quote(type), ({ atMs }) => atMs, ({ data }) => jsonCell(data)],
    `insert into logged_event (position, type, at_ms, data)
    select ${NEWEST_POSITION}, type, at_ms, data::json from unnest($1::text[], $2::bigint[], $3::text[])
    as row (type, at_ms, data)`,
  )
}

/**
 * Logs an event in a transaction other than the writer's. Locks the writer's state until the transaction ends, as every
 * batch does first: otherwise one could commit what comes before in the log after a reader has seen what comes after.
 * Call it last in a transaction, since the writer waits until it ends.
 */
export async function logEvent(transaction: Transaction<Database>, { type, atMs, data }: LoggedEvent): Promise<void> {
  await sql`select 1 from writer_state for update`.execute(transaction)
  await sql`insert into logged_event (position, type, at_ms, data)
    values (${sql.raw(NEWEST_POSITION)}, ${type}, ${atMs}, ${JSON.stringify(data)}::json)`.execute(transaction)
}
