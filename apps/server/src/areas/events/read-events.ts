import {
  EVENTS_MAX,
  type ServerEvent,
  type ServerEventType,
  type ServerQuery,
  type ServerResponse,
} from '@clutch/contract/server'
import { SECOND_MS } from '@clutch/contract/formats'
import { fail, OPERATION_KINDS, operationKindOf, succeed } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import type { Database, OperationTable } from '../../store/database.ts'
import type { LoggedEvent } from '../../store/logged-events.ts'
import type { ApiResult } from '../../api-result.ts'
import type { Bus } from '../../bus/bus.ts'
import { timeOfIdMs } from '../../writer/writer-clock.ts'

/** Shortest pause between two reads of a waiting reader: a busy writer commits hundreds of batches a second. */
const PAUSE_MS = 100
/** Longest pause, in case a message of the bus was lost. */
const PAUSE_MAX_MS = 2_000
/** Events read for one response if few of them have a wanted type. */
const SCANNED_MAX = 20_000

/** An event as it is read; the contract describes the data of each type. */
export interface Event {
  /** Cursor: ids sort in commit order. */
  readonly id: string
  readonly type: ServerEventType
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
const SEQUENCE_MAX = 10 ** SEQUENCE_DIGITS - 1
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

/** An operation of the history with its player's Steam id. */
interface Posting extends OperationTable {
  readonly steam_id: string
}

interface LogRow {
  readonly position: number
  readonly sequence: number
  readonly operation: OperationTable | null
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
  // One statement, so that it sees one state: an event logged later must not overtake operations that are not read yet.
  // It begins one operation earlier, which can be the taker's of the first one's trade.
  const { rows } = await sql<LogRow>`
    select * from (
      (select operation.position, 0::bigint as sequence, row_to_json(operation) as operation, player.steam_id,
          null::json as logged
        from operation join player on player.user_id = operation.user_id
        where operation.position >= ${from.position - 1} order by operation.position limit ${limit + 2})
      union all
      (select logged.position, logged.sequence + ${LOGGED_AFTER}, null, player.steam_id, row_to_json(logged)
        from logged_event as logged left join player on player.user_id = (logged.data->>'user_uuid')::uuid
        where logged.position >= ${from.position} and (logged.position, logged.sequence + ${LOGGED_AFTER}) > (${from.position}, ${from.sequence})
        order by logged.position, logged.sequence limit ${limit + 1})
    ) as log order by position, sequence limit ${limit + 2}`.execute(db)
  return toEvents(rows)
    .filter(({ id }) => after === undefined || id > after)
    .slice(0, limit)
}

/** The id of the newest event, from which a reader gets all later ones; empty while there is none. */
export async function newestEventId(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ position: number; sequence: number | null }>`
    select newest.position, (select max(sequence) from logged_event where position = newest.position) as sequence
    from (
      select greatest((select max(position) from operation), (select max(position) from logged_event), 0) as position
    ) as newest`.execute(db)
  const { position = 0, sequence = null } = rows[0] ?? {}
  if (position === 0 && sequence === null) return ''
  return toId({ position, sequence: sequence === null ? TRADE_SEQUENCE : sequence + LOGGED_AFTER })
}

/** What the calls of the log need. */
export interface EventSources {
  readonly db: Kysely<Database>
  readonly bus: Bus
}

/**
 * A page of the event log (integration §3): operations, the trades among them and logged events, in commit order. It is
 * read from the history, so it costs the writer nothing, and a reader that follows `next` misses nothing that was
 * committed. Waits for an event if there is none yet and the reader wants to.
 * @param signal ends the wait when the reader has left
 */
export async function nextEvents(
  { db, bus }: EventSources,
  { after, limit, types, wait }: ServerQuery<'GET /events'>,
  signal: AbortSignal,
): Promise<ApiResult<ServerResponse<'GET /events'>>> {
  const begin = await readBegin(db)
  const oldest = (await readEvents(db, begin, 1))[0]?.id ?? null
  if (after && oldest !== null && isExpired(after, oldest, begin)) {
    return fail({ code: 'cursor_expired', params: { oldest } })
  }
  const wanted = types === undefined ? undefined : new Set<ServerEventType>(types)
  const untilMs = performance.now() + wait * SECOND_MS
  let next = after || begin
  for (;;) {
    const page = await readWanted(db, next, limit, wanted)
    // Nothing comes after the cursor: it is at the end of the log, or beyond.
    if (after && oldest !== null && page.next === after && (await isAhead(db, after))) {
      return fail({ code: 'cursor_expired', params: { oldest } })
    }
    next = page.next
    if (page.events.length > 0 || performance.now() >= untilMs || signal.aborted) {
      // Read from columns of the history, which have the types of the contract.
      return succeed({ events: page.events as ServerEvent[], next: next ?? '', oldest })
    }
    await untilMessage(bus, Math.min(PAUSE_MAX_MS, untilMs - performance.now()), signal)
  }
}

async function readWanted(
  db: Kysely<Database>,
  after: string | undefined,
  limit: number,
  wanted: ReadonlySet<ServerEventType> | undefined,
): Promise<{ events: Event[]; next: string | undefined }> {
  if (wanted === undefined) {
    const events = await readEvents(db, after, limit)
    return { events, next: events.at(-1)?.id ?? after }
  }
  const events: Event[] = []
  let next = after
  for (let scanned = 0; scanned < SCANNED_MAX; scanned += EVENTS_MAX) {
    const page = await readEvents(db, next, EVENTS_MAX)
    for (const event of page) {
      next = event.id
      if (wanted.has(event.type)) events.push(event)
      if (events.length === limit) return { events, next }
    }
    if (page.length < EVENTS_MAX) break
  }
  return { events, next }
}

/** The cursor after the archived events; undefined if there are none. */
async function readBegin(db: Kysely<Database>): Promise<string | undefined> {
  const { rows } = await sql<{ position: number | null }>`select max(last_position) as position
    from history_archive`.execute(db)
  const position = rows[0]?.position ?? null
  return position === null ? undefined : toId({ position, sequence: SEQUENCE_MAX })
}

/** Whether events between the cursor and the oldest one are no longer kept. */
function isExpired(after: string, oldest: string, begin: string | undefined): boolean {
  if (begin !== undefined) return parseCursor(after).position < parseCursor(begin).position
  return parseCursor(after).position < parseCursor(oldest).position - 1
}

/** Whether the cursor is later than every event: it was read before an older backup was restored. */
async function isAhead(db: Kysely<Database>, after: string): Promise<boolean> {
  return after > (await newestEventId(db))
}

/** Resolves after a message of the bus, but not before the shortest pause, or after the longest one. */
function untilMessage(bus: Bus, maxMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let isShort = true
    let hasMessage = false
    const end = (): void => {
      clearTimeout(short)
      clearTimeout(long)
      unsubscribe()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const unsubscribe = bus.subscribe('economy', () => {
      hasMessage = true
      if (!isShort) end()
    })
    const short = setTimeout(() => {
      isShort = false
      if (hasMessage) end()
    }, PAUSE_MS)
    const long = setTimeout(end, Math.max(PAUSE_MS, maxMs))
    signal.addEventListener('abort', end)
  })
}

function toEvents(rows: readonly LogRow[]): Event[] {
  let before: Posting | undefined
  return rows.flatMap(({ position, sequence, operation, logged, steam_id }) => {
    if (logged !== null) {
      const data = steam_id === null ? logged.data : { ...logged.data, steam_id }
      return [{ id: toId({ position, sequence }), type: logged.type, occurred_at: logged.at_ms, data }]
    }
    if (operation === null) return []
    const posting = { ...operation, steam_id: steam_id ?? '' }
    const taker = before?.position === position - 1 ? before : undefined
    before = posting
    return [toPosted(posting), ...(taker !== undefined && isMakers(posting) ? [toTrade(posting, taker)] : [])]
  })
}

/** Whether an operation is the maker's side of a trade, which follows the taker's. */
function isMakers({ kind, cause_id }: Posting): boolean {
  return cause_id !== null && (kind === OPERATION_KINDS.buy_lot.code || kind === OPERATION_KINDS.sell_lot.code)
}

function toPosted(posting: Posting): Event {
  const { position, operation_id, item_id, item_change, item_after, coin_change, coin_after, more } = posting
  return {
    id: toId({ position, sequence: 0 }),
    type: 'operation.posted',
    occurred_at: timeOfIdMs(operation_id),
    data: {
      operation_id,
      user_uuid: posting.user_id,
      steam_id: posting.steam_id,
      kind: operationKindOf(posting.kind),
      cause: posting.cause_id,
      coins: coin_change === null ? null : { change: coin_change, after: coin_after },
      items: [
        ...(item_change === null ? [] : [{ item_id, change: item_change, after: item_after }]),
        ...(more ?? []).map(([id, change, after]) => ({ item_id: id, change, after })),
      ],
    },
  }
}

function toTrade(maker: Posting, taker: Posting): Event {
  const [buyer, seller] = maker.kind === OPERATION_KINDS.buy_lot.code ? [maker, taker] : [taker, maker]
  const { position, operation_id, item_id, price, count } = maker
  return {
    id: toId({ position, sequence: TRADE_SEQUENCE }),
    type: 'trade.executed',
    occurred_at: timeOfIdMs(operation_id),
    data: {
      operation_id,
      item_id,
      price,
      count,
      fee: (price ?? 0) * (count ?? 0) - (seller.coin_change ?? 0),
      buyer: buyer.steam_id,
      seller: seller.steam_id,
    },
  }
}
