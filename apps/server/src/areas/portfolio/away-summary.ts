import type { AwaySummary } from '@clutch/contract'
import { AWAY_DAYS_MAX } from '@clutch/contract/constants'
import { DAY_SEC, SECOND_MS } from '@clutch/contract/formats'
import { AMOUNT_MAX } from '@clutch/economy'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../context.ts'
import { firstIdAt } from '../../writer/writer-clock.ts'
import { QUEUE_CODES } from '../jobs/codes.ts'
import { RECORD_TYPE_CODES } from '../marketplace/codes.ts'
import './tables.ts'

const { sell_auto, sell_manual, buy_auto, buy_manual } = RECORD_TYPE_CODES

/** Sums a player's operations and ended work within a time, each by a range of its primary key. */
export async function readAwaySummary(
  context: Context,
  userId: string,
  span: { readonly since: number; readonly until?: number | undefined },
  nowMs: number,
): Promise<AwaySummary> {
  const nowSec = Math.floor(nowMs / SECOND_MS)
  const since = Math.max(span.since, nowSec - AWAY_DAYS_MAX * DAY_SEC)
  const sinceMs = since * SECOND_MS
  const until = Math.max(since, span.until ?? nowSec + 1)
  const untilMs = until * SECOND_MS
  const [operations, jobs, harvests] = await Promise.all([
    sql<OperationSums>`
      select ${capped(sql`sum(coin_change)`)} as coins_change,
        ${capped(sql`count(*) ${ofTypes(sell_auto, sell_manual)}`)} as sold_trades,
        ${capped(sql`sum(count) ${ofTypes(sell_auto, sell_manual)}`)} as sold_count,
        ${capped(sql`sum(coin_change) ${ofTypes(sell_auto, sell_manual)}`)} as sold_coins,
        ${capped(sql`count(*) ${ofTypes(buy_auto, buy_manual)}`)} as bought_trades,
        ${capped(sql`sum(count) ${ofTypes(buy_auto, buy_manual)}`)} as bought_count,
        ${capped(sql`sum(price::numeric * count) ${ofTypes(buy_auto, buy_manual)}`)} as bought_coins
      from operation where user_id = ${userId} and operation_id >= ${firstIdAt(sinceMs)}
        and operation_id < ${firstIdAt(untilMs)}`.execute(context.store.db),
    sql<JobSums>`
      select ${capped(sql`sum(count) filter (where queue = ${QUEUE_CODES.craft})`)} as crafts_ended,
        ${capped(sql`sum(count) filter (where queue = ${QUEUE_CODES.factory})`)} as farms_ended
      from job_history where user_id = ${userId} and queue in (${QUEUE_CODES.craft}, ${QUEUE_CODES.factory})
        and end_at_sec >= ${since} and end_at_sec < ${until}`.execute(context.store.db),
    sql<HarvestSums>`
      select ${capped(sql`sum(count)`)} as harvests_ended,
        ${capped(sql`sum(${quantityOf('new_items')})`)} as items_gained,
        ${capped(sql`sum(${quantityOf('broken_items')})`)} as items_broken,
        ${capped(sql`sum(${quantityOf('upgraded_items')})`)} as items_upgraded
      from harvest_history where user_id = ${userId} and end_at_ms >= ${sinceMs} and end_at_ms < ${untilMs}`.execute(
      context.store.db,
    ),
  ])
  const trades = onlyRow(operations.rows)
  return {
    since,
    coins_change: trades.coins_change,
    sold: { trades: trades.sold_trades, count: trades.sold_count, coins: trades.sold_coins },
    bought: { trades: trades.bought_trades, count: trades.bought_count, coins: trades.bought_coins },
    ...onlyRow(jobs.rows),
    ...onlyRow(harvests.rows),
  }
}

interface OperationSums {
  readonly coins_change: number
  readonly sold_trades: number
  readonly sold_count: number
  readonly sold_coins: number
  readonly bought_trades: number
  readonly bought_count: number
  readonly bought_coins: number
}

interface JobSums {
  readonly crafts_ended: number
  readonly farms_ended: number
}

interface HarvestSums {
  readonly harvests_ended: number
  readonly items_gained: number
  readonly items_broken: number
  readonly items_upgraded: number
}

/** The row of an aggregate without groups. */
function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('An aggregate returned no row')
  return row
}

function ofTypes(...codes: readonly number[]): RawBuilder<unknown> {
  return sql`filter (where entry_type in (${sql.join(codes)}))`
}

/** All units of a stored item list. */
function quantityOf(column: 'new_items' | 'broken_items' | 'upgraded_items'): RawBuilder<unknown> {
  return sql`(select coalesce(sum((pair->>1)::bigint), 0) from json_array_elements(${sql.ref(column)}) as pair)`
}

/** A sum within the safe integers; 0 without rows. */
function capped(sum: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`greatest(-${AMOUNT_MAX}::numeric, least(coalesce(${sum}, 0), ${AMOUNT_MAX}))::bigint`
}
