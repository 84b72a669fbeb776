import type { RecentTrade } from '@clutch/contract'
import { RECENT_TRADES_MAX } from '@clutch/contract/constants'
import { toSeconds } from '@clutch/contract/formats'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import { timeOfIdMs } from '../../writer/writer-clock.ts'
import { RECORD_TYPE_CODES } from './codes.ts'

interface TradeRow {
  readonly operation_id: string
  readonly entry_type: number
  readonly price: number
  readonly count: number
}

/**
 * The latest trades of an item, newest first, from the takers' entries: each fill has exactly one. Ids are ordered by time
 * and contain it, so that the index `operation_by_taken_item` gives both.
 */
export async function readRecentTrades(db: Kysely<Database>, itemId: number): Promise<RecentTrade[]> {
  // The codes are literals: the planner matches a partial index only with constants.
  const { rows } = await sql<TradeRow>`
    select operation_id, entry_type, price, count from operation
    where item_id = ${itemId} and entry_type in (4, 5)
    order by operation_id desc limit ${RECENT_TRADES_MAX}`.execute(db)
  return rows.map(({ operation_id, entry_type, price, count }) => ({
    traded_at: toSeconds(timeOfIdMs(operation_id)),
    price,
    count,
    side: entry_type === RECORD_TYPE_CODES.buy_manual ? 'buy' : 'sell',
  }))
}
