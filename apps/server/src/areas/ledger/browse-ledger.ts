import { OPERATIONS_PAGE_SIZE, type CallResponse, type LedgerEntry } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'
import { isOperationKind, OPERATION_KINDS } from '@clutch/economy'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { MAX as MAX_UUID } from 'uuid'
import type { Database, OperationTable } from '../../store/database.ts'
import { firstIdAt } from '../../writer/writer-clock.ts'
import { toLedgerOperation } from '../admin/player-file.ts'

/** Maximum operations read per page: a rare match takes several pages instead of one unbounded read. */
const LOOKED_AT_MAX = 5_000
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
): Promise<CallResponse<'POST /admin/ledger'>> {
  const { userId, item_id, kind, from, until } = filter
  const before = lastId ?? (until === 0 ? MAX_UUID : firstIdAt(until * SECOND_MS))
  const least = firstIdAt(from * SECOND_MS)
  const ofUser = userId === undefined ? sql`` : sql`and user_id = ${userId}`
  const { rows } = await sql<Named & { readonly matches: boolean }>`
    select looked_at.*, player.steam_id, player.name, ${matching(item_id, kind)} as matches
    from (
      select * from operation where operation_id < ${before} and operation_id >= ${least} ${ofUser}
      order by operation_id desc limit ${LOOKED_AT_MAX}
    ) as looked_at join player on player.user_id = looked_at.user_id
    order by operation_id desc`.execute(db)
  const matched = rows.filter(({ matches }) => matches)
  const page = matched.slice(0, OPERATIONS_PAGE_SIZE)
  const isMoreOfThese = matched.length > page.length
  const next = isMoreOfThese ? page.at(-1) : rows.length < LOOKED_AT_MAX ? undefined : rows.at(-1)
  return { response: page.map(toEntry), next: next?.operation_id ?? null }
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

/** Both sides of a trade are posted together, the taker's first, so their ids are adjacent. */
async function readOtherSide(db: Kysely<Database>, operation: Named): Promise<Named | undefined> {
  const { buy_lot, sell_lot } = OPERATION_KINDS
  if (operation.kind !== buy_lot.code && operation.kind !== sell_lot.code) return undefined
  const { operation_id } = operation
  const [next, previous] = await Promise.all([
    readNamed(db, sql`operation.operation_id > ${operation_id} order by operation.operation_id limit 1`),
    readNamed(db, sql`operation.operation_id < ${operation_id} order by operation.operation_id desc limit 1`),
  ])
  // The maker's operation has the lot as its cause and is second.
  const neighbour = operation.cause_id === null ? next[0] : previous[0]
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
