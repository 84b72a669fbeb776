import type { LotHistoryEntry, MarketHistoryType } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { timeOfIdMs } from '../../writer/writer-clock.ts'
import { RECORD_TYPE_CODES, recordTypeOf } from './codes.ts'

/** Page and filters of a trading history. */
export interface HistoryPage {
  readonly last_uuid?: string | null | undefined
  readonly is_prev: boolean
  readonly limit: number
  /** Only entries of these types; all without. */
  readonly types?: readonly MarketHistoryType[] | undefined
  /** Only entries of this item; all without. */
  readonly item_type_id?: number | undefined
}

interface EntryRow {
  readonly operation_id: string
  readonly item_id: number
  readonly entry_type: number
  readonly price: number
  readonly count: number
  readonly since_ms: number
  readonly coin_change: number | null
}

/**
 * A page of a player's trading history, newest first. `last_uuid` is the end of the previous page or, paging backward, the
 * start of the next one; without it the first page is returned.
 *
 * The page merges one short index scan per entry type, so that rare types are found quickly.
 */
export async function readLotHistory(
  context: Pick<Context, 'store'>,
  userId: string,
  page: HistoryPage,
): Promise<LotHistoryEntry[]> {
  const walksBack = page.is_prev && Boolean(page.last_uuid)
  const codes = [...new Set(page.types ?? ALL_TYPES)].flatMap((type) => CODE_OF_TYPE.get(type) ?? [])
  const order = walksBack ? sql`operation_id asc` : sql`operation_id desc`
  const ofItem = page.item_type_id === undefined ? sql`` : sql`and item_id = ${page.item_type_id}`
  const beyond = page.last_uuid ? sql`and operation_id ${walksBack ? sql`>` : sql`<`} ${page.last_uuid}` : sql``
  const { rows } = await sql<EntryRow>`
    select entry.* from unnest(${codes}::smallint[]) as wanted (type) cross join lateral (
      select operation_id, item_id, entry_type, price, count, since_ms, coin_change from operation
      where user_id = ${userId} ${ofItem} and entry_type = wanted.type ${beyond}
      order by ${order} limit ${page.limit}
    ) as entry order by ${order} limit ${page.limit}`.execute(context.store.db)
  const entries = rows.map(toEntry)
  return walksBack ? entries.toReversed() : entries
}

const CODE_OF_TYPE: ReadonlyMap<string, number> = new Map(Object.entries(RECORD_TYPE_CODES))
const ALL_TYPES = [...CODE_OF_TYPE.keys()]

function toEntry(row: EntryRow): LotHistoryEntry {
  return {
    uuid: row.operation_id,
    item_type_id: row.item_id,
    created_at: toSeconds(timeOfIdMs(row.operation_id)),
    lot_created_at: toSeconds(row.since_ms),
    count: row.count,
    price: row.price,
    fee: feeOf(row),
    type: recordTypeOf(row.entry_type),
    currency: 'coin',
  }
}

/** The fee deducted from a seller's proceeds; buyers pay none (rules §2). */
function feeOf({ entry_type, price, count, coin_change }: EntryRow): number {
  const isSale = ['sell_auto', 'sell_manual'].includes(recordTypeOf(entry_type))
  return isSale ? price * count - (coin_change ?? 0) : 0
}
