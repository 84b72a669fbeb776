import { OPERATION_KINDS, operationKindOf } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import type { Database, OperationTable } from '../../store/database.ts'
import type { LoggedEvent } from '../../store/logged-events.ts'
import { timeOfIdMs } from '../../writer/writer-clock.ts'

/**
 * The event log (integration §3): operations, the trades among them, and logged events, in commit order. It is read from
 * the history, so it costs the writer nothing, and a reader that follows the cursor misses nothing that was committed.
 */
export interface Event {
  /** Cursor: ids sort in commit order. */
  readonly id: string
  readonly type: 'operation.posted' | 'trade.executed' | LoggedEvent['type']
  /** Unix milliseconds. */
  readonly occurred_at: number
  readonly data: object
}

/** A place in the log. Operations have sequence 0, their trades 1, and logged events after them 2 and more. */
interface Cursor {
  readonly position: number
  readonly sequence: number
}

const START: Cursor = { position: 0, sequence: 0 }
const POSITION_DIGITS = 15
const SEQUENCE_DIGITS = 12
const CURSOR = new RegExp(`^(\\d{${POSITION_DIGITS}})-(\\d{${SEQUENCE_DIGITS}})$`)
const TRADE_SEQUENCE = 1
/** Added to the stored sequence of logged events, which starts at 1. */
const LOGGED_AFTER = 1

function parseCursor(id: string): Cursor {
  const [, position, sequence] = CURSOR.exec(id) ?? []
  return { position: Number(position), sequence: Number(sequence) }
}

function toId({ position, sequence }: Cursor): string {
  return `${String(position).padStart(POSITION_DIGITS, '0')}-${String(sequence).padStart(SEQUENCE_DIGITS, '0')}`
}

interface LogRow {
  readonly position: number
  readonly sequence: number
  readonly operation: (OperationTable & { readonly steam_id: string }) | null
  /** The operation before, if it is the other side of this one's trade. */
  readonly other_side: {
    readonly user_id: string
    readonly steam_id: string
    readonly coin_change: number | null
  } | null
  readonly logged: { readonly type: LoggedEvent['type']; readonly at_ms: number; readonly data: object } | null
  readonly steam_id: string | null
}

/**
 * The next events of the log.
 * @param after the id of the last event read; undefined for the oldest
 * @returns at most `limit` events, oldest first
 */
export async function readEvents(db: Kysely<Database>, after: string | undefined, limit: number): Promise<Event[]> {
  const from = after === undefined ? START : parseCursor(after)
  const { buy_lot, sell_lot } = OPERATION_KINDS
  // One statement, so that it sees one state: an event logged later must not overtake operations that are not read yet.
  const { rows } = await sql<LogRow>`
    select * from (
      (select operation.position, 0::bigint as sequence, row_to_json(operation) as operation, player.steam_id,
          null::json as logged, case when operation.cause_id is not null and operation.kind in (${buy_lot.code}, ${sell_lot.code})
          then (
            select json_build_object('user_id', other.user_id, 'steam_id', owner.steam_id, 'coin_change', other.coin_change)
            from operation as other join player as owner on owner.user_id = other.user_id
            where other.position = operation.position - 1
          ) end as other_side
        from operation join player on player.user_id = operation.user_id
        where operation.position >= ${from.position} order by operation.position limit ${limit + 1})
      union all
      (select logged.position, logged.sequence + ${LOGGED_AFTER}, null, player.steam_id, row_to_json(logged), null
        from logged_event as logged left join player on player.user_id = (logged.data->>'user_uuid')::uuid
        where logged.position >= ${from.position} and (logged.position, logged.sequence + ${LOGGED_AFTER}) > (${from.position}, ${from.sequence})
        order by logged.position, logged.sequence limit ${limit + 1})
    ) as log order by position, sequence limit ${limit + 1}`.execute(db)
  return rows
    .flatMap(toEvents)
    .filter(({ id }) => after === undefined || id > after)
    .slice(0, limit)
}

/** The id of the oldest event; undefined while there is none. */
export async function oldestEventId(db: Kysely<Database>): Promise<string | undefined> {
  return (await readEvents(db, undefined, 1))[0]?.id
}

function toEvents({ position, sequence, operation, other_side: other, logged, steam_id }: LogRow): Event[] {
  if (logged !== null) {
    const data = steam_id === null ? logged.data : { ...logged.data, steam_id }
    return [{ id: toId({ position, sequence }), type: logged.type, occurred_at: logged.at_ms, data }]
  }
  if (operation === null) return []
  const occurred_at = timeOfIdMs(operation.operation_id)
  const { item_id, item_change, item_after, coin_change, coin_after, more } = operation
  const posted: Event = {
    id: toId({ position, sequence }),
    type: 'operation.posted',
    occurred_at,
    data: {
      operation_id: operation.operation_id,
      user_uuid: operation.user_id,
      steam_id,
      kind: operationKindOf(operation.kind),
      cause: operation.cause_id,
      coins: coin_change === null ? null : { change: coin_change, after: coin_after },
      items: [
        ...(item_change === null ? [] : [{ item_id, change: item_change, after: item_after }]),
        ...(more ?? []).map(([id, change, after]) => ({ item_id: id, change, after })),
      ],
    },
  }
  if (other === null) return [posted]
  const maker = { user_id: operation.user_id, steam_id, coin_change }
  const [buyer, seller] = operation.kind === OPERATION_KINDS.buy_lot.code ? [maker, other] : [other, maker]
  const { price, count } = operation
  const data = {
    operation_id: operation.operation_id,
    item_id,
    price,
    count,
    fee: (price ?? 0) * (count ?? 0) - (seller.coin_change ?? 0),
    buyer: buyer.steam_id,
    seller: seller.steam_id,
  }
  return [posted, { id: toId({ position, sequence: TRADE_SEQUENCE }), type: 'trade.executed', occurred_at, data }]
}
