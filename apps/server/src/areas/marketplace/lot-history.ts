import type { LotHistoryEntry, MarketHistoryType } from '@clutch/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { RECORD_TYPE_CODES, recordTypeOf } from '../../store/codes.ts'
import { timeOfIdMs } from '../../writer/writer-clock.ts'

const SECOND_MS = 1_000

/** Which page of a trading history, and of which entries. */
export interface HistoryPage {
  readonly last_uuid?: string | null | undefined
  readonly is_prev: boolean
  readonly limit: number
  /** Only entries of these types; all without. */
  readonly types?: readonly MarketHistoryType[] | undefined
  /** Only entries of this item; all without. */
  readonly item_type_id?: number | undefined
}

interface RecordRow {
  readonly record_id: string
  readonly item_id: number
  readonly type: number
  readonly price: number
  readonly count: number
  readonly lot_created_at_ms: number
}

/**
 * A page of a player's trading history, newest first. `last_uuid` is where the page before it ended, or, walking back,
 * where the page after it began; without one it is the first page either way.
 */
export async function readLotHistory(context: Context, userId: string, page: HistoryPage): Promise<LotHistoryEntry[]> {
  const walksBack = page.is_prev && typeof page.last_uuid === 'string'
  const isFiltered = page.types !== undefined || page.item_type_id !== undefined
  const rows = await (isFiltered
    ? readFiltered(context, userId, page, walksBack)
    : readAny(context, userId, page, walksBack))
  const entries = rows.map(toEntry)
  return walksBack ? entries.toReversed() : entries
}

function readAny(context: Context, userId: string, page: HistoryPage, walksBack: boolean): Promise<RecordRow[]> {
  const cursor = page.last_uuid ?? undefined
  const ofUser = context.store.db
    .selectFrom('market_record')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('record_id', walksBack ? 'asc' : 'desc')
    .limit(page.limit)
  return (cursor === undefined ? ofUser : ofUser.where('record_id', walksBack ? '>' : '<', cursor)).execute()
}

/**
 * Each type's entries lie in order in an index: the page is the best of one short walk per type, however rare a type
 * is among all others. Types of other areas have no entries here.
 */
async function readFiltered(
  context: Context,
  userId: string,
  page: HistoryPage,
  walksBack: boolean,
): Promise<RecordRow[]> {
  const codes = [...new Set(page.types ?? ALL_TYPES)].flatMap((type) => CODE_OF_TYPE.get(type) ?? [])
  const order = walksBack ? sql`record_id asc` : sql`record_id desc`
  const ofItem = page.item_type_id === undefined ? sql`` : sql`and item_id = ${page.item_type_id}`
  const beyond =
    typeof page.last_uuid === 'string' ? sql`and record_id ${walksBack ? sql`>` : sql`<`} ${page.last_uuid}` : sql``
  const { rows } = await sql<RecordRow>`
    select record.* from unnest(${codes}::smallint[]) as wanted (type) cross join lateral (
      select record_id, item_id, market_record.type, price, count, lot_created_at_ms from market_record
      where user_id = ${userId} ${ofItem} and market_record.type = wanted.type ${beyond}
      order by ${order} limit ${page.limit}
    ) as record order by ${order} limit ${page.limit}`.execute(context.store.db)
  return rows
}

const CODE_OF_TYPE: ReadonlyMap<string, number> = new Map(Object.entries(RECORD_TYPE_CODES))
const ALL_TYPES = [...CODE_OF_TYPE.keys()]

function toEntry(row: RecordRow): LotHistoryEntry {
  return {
    uuid: row.record_id,
    item_type_id: row.item_id,
    created_at: Math.floor(timeOfIdMs(row.record_id) / SECOND_MS),
    lot_created_at: Math.floor(row.lot_created_at_ms / SECOND_MS),
    count: row.count,
    price: row.price,
    type: recordTypeOf(row.type),
    currency: 'coin',
  }
}
