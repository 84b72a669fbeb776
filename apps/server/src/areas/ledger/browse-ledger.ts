import { OPERATIONS_PAGE_SIZE, type CallResponse, type LedgerEntry } from '@clutch/contract'
import { HOUR_MS, SECOND_MS } from '@clutch/contract/formats'
import { isOperationKind, OPERATION_KINDS } from '@clutch/economy'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { MAX as MAX_UUID } from 'uuid'
import type { Database, OperationTable } from '../../store/database.ts'
import { startOfMonthMs } from '../../store/history-partitions.ts'
import { firstIdAt, timeOfIdMs } from '../../writer/writer-clock.ts'
import { toLedgerOperation } from '../admin/player-file.ts'

/** Maximum operations read per page: a rare match takes several pages instead of one unbounded read. */
const LOOKED_AT_MAX = 5_000
/** The first window of old months. */
const WINDOW_MIN_MS = HOUR_MS
/** Maximum operations shown per cause. */
const OF_CAUSE_MAX = 200

export interface LedgerFilter {
  readonly userId: string | undefined
  readonly item_id: number
  readonly kind: string
  /** Unix seconds; 0 for no bound. */
  readonly from: number
  readonly until: number
}

type Named = OperationTable & { readonly steam_id: string; readonly name: string }

/** A page, newest first, read along an index: a player's operations, or all operations by time. */
export async function browseLedger(
  db: Kysely<Database>,
  filter: LedgerFilter,
  lastId: string | undefined,
  nowMs = Date.now(),
): Promise<CallResponse<'POST /admin/ledger'>> {
  const { userId, item_id, kind, from, until } = filter
  let before = lastId ?? (until === 0 ? MAX_UUID : firstIdAt(until * SECOND_MS))
  const ofUser = userId === undefined ? sql`` : sql`and user_id = ${userId}`
  const rows: (Named & { readonly matches: boolean })[] = []
  // A player's operations have an index in all months.
  const indexedFromMs = userId === undefined ? startOfMonthMs(nowMs, -1) : 0
  for (const startMs of windowsBefore(before, indexedFromMs, from * SECOND_MS)) {
    const start = firstIdAt(startMs)
    const { rows: found } = await sql<Named & { readonly matches: boolean }>`
      select looked_at.*, player.steam_id, player.name, ${matching(item_id, kind)} as matches
      from (
        select * from operation where operation_id < ${before} and operation_id >= ${start} ${ofUser}
        order by operation_id desc limit ${LOOKED_AT_MAX - rows.length}
      ) as looked_at join player on player.user_id = looked_at.user_id
      order by operation_id desc`.execute(db)
    rows.push(...found)
    if (rows.length === LOOKED_AT_MAX) break
    before = start
  }
  const matched = rows.filter(({ matches }) => matches)
  const page = matched.slice(0, OPERATIONS_PAGE_SIZE)
  const isMoreOfThese = matched.length > page.length
  const next = isMoreOfThese ? page.at(-1) : rows.length < LOOKED_AT_MAX ? undefined : rows.at(-1)
  return { response: page.map(toEntry), next: next?.operation_id ?? null }
}

/**
 * Starts of the windows to read, newest first. Old months have no index of all operations by time: reading the newest of
 * them sorts a window, so windows begin small and each is twice as long as the one after it.
 */
function* windowsBefore(before: string, indexedFromMs: number, leastMs: number): Generator<number> {
  let startMs = Math.max(leastMs, indexedFromMs)
  if (startMs < timeOfIdMs(before)) yield startMs
  else startMs = timeOfIdMs(before) + 1
  for (let windowMs = WINDOW_MIN_MS; startMs > leastMs; windowMs *= 2) {
    startMs = Math.max(leastMs, startMs - windowMs)
    yield startMs
  }
}

/** An operation with its related ones: the other side of its trade, and all with the same cause. */
export async function readWholeOperation(
  db: Kysely<Database>,
  operationId: string,
): Promise<CallResponse<'POST /admin/operation'> | undefined> {
  const [operation] = await readNamed(db, sql`operation.operation_id = ${operationId} limit 1`)
  if (operation === undefined) return undefined
  const { cause_id } = operation
  const [other, ofCause] = await Promise.all([
    readOtherSide(db, operation),
    cause_id === null
      ? []
      : readNamed(db, sql`operation.cause_id = ${cause_id} order by operation.operation_id limit ${OF_CAUSE_MAX}`),
  ])
  return {
    operation: toEntry(operation),
    other_side: other === undefined ? null : toEntry(other),
    of_cause: ofCause.map(toEntry),
  }
}

/** Both sides of a trade are posted together, the taker's first, so their positions are adjacent. */
async function readOtherSide(db: Kysely<Database>, operation: Named): Promise<Named | undefined> {
  const { buy_lot, sell_lot } = OPERATION_KINDS
  if (operation.kind !== buy_lot.code && operation.kind !== sell_lot.code) return undefined
  // The maker's operation has the lot as its cause and is second.
  const position = operation.position + (operation.cause_id === null ? 1 : -1)
  const [neighbour] = await readNamed(db, sql`operation.position = ${position}`)
  const isOther =
    neighbour !== undefined &&
    neighbour.item_id === operation.item_id &&
    neighbour.kind === buy_lot.code + sell_lot.code - operation.kind
  return isOther ? neighbour : undefined
}

async function readNamed(db: Kysely<Database>, where: RawBuilder<unknown>): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select operation.*, player.steam_id, player.name from operation
    join player on player.user_id = operation.user_id where ${where}`.execute(db)
  return rows
}

/** Items after the first are in a list column of the operation. */
function matching(itemId: number, kind: string): RawBuilder<boolean> {
  const ofItem =
    itemId === 0
      ? sql`true`
      : sql`(looked_at.item_id = ${itemId} or exists (
          select from json_array_elements(looked_at.more) as line where (line->>0)::integer = ${itemId}))`
  if (kind === '') return sql<boolean>`${ofItem}`
  const code = isOperationKind(kind) ? OPERATION_KINDS[kind].code : -1
  return sql<boolean>`(${ofItem} and looked_at.kind = ${code})`
}

function toEntry(row: Named): LedgerEntry {
  return {
    ...toLedgerOperation(row),
    user_uuid: row.user_id,
    steam_id: row.steam_id,
    name: row.name,
  }
}
