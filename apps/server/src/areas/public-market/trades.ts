import type { PublicQuery, PublicResponse } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import { timeOfIdMs } from '../../writer/writer-clock.ts'
import { RECORD_TYPE_CODES } from '../marketplace/codes.ts'

interface TradeRow {
  readonly operation_id: string
  readonly item_id: number
  readonly entry_type: number
  readonly price: number
  readonly count: number
}

/**
 * Trades in the order of their ids, from the takers' entries: each fill has exactly one. Fills are decided when their
 * ids are made, so a cursor misses none.
 */
export async function readTrades(
  db: Kysely<Database>,
  { item_id, after, limit }: Partial<PublicQuery<'/trades'>> & { readonly limit: number },
): Promise<PublicResponse<'/trades'>> {
  const ofItem = item_id === undefined ? sql`` : sql`and item_id = ${item_id}`
  const place =
    after === undefined ? sql`order by operation_id desc` : sql`and operation_id > ${after} order by operation_id`
  // The codes of entries are literals: the planner matches a partial index only with constants.
  const { rows } = await sql<TradeRow>`
    select operation_id, item_id, entry_type, price, count from operation
    where entry_type in (4, 5) ${ofItem} ${place} limit ${limit}`.execute(db)
  const oldestFirst = after === undefined ? rows.toReversed() : rows
  return {
    trades: oldestFirst.map(({ operation_id, item_id: itemId, entry_type, price, count }) => ({
      id: operation_id,
      item_id: itemId,
      traded_at: toSeconds(timeOfIdMs(operation_id)),
      price,
      count,
      side: entry_type === RECORD_TYPE_CODES.buy_manual ? 'buy' : 'sell',
    })),
    next: oldestFirst.at(-1)?.operation_id ?? after ?? null,
  }
}
