import type { ChartBucket, ChartInterval } from '@clutch/contract'
import { slotStartSec, timeSlot } from '@clutch/contract/formats'
import { AMOUNT_MAX, type Side } from '@clutch/economy'
import type { Context } from '../../context.ts'
import { BUCKET_SPANS, sideOf } from './codes.ts'

/** Buckets one answer is made from, at most: 60 days of hours, or 4 years of days. */
const BUCKETS_MAX = 1_461

/**
 * Trades per calendar slot and side, oldest first: `sell` are sellers who hit a bid, `buy` buyers who took an offer.
 * The slot of the start is whole, so that its average does not depend on when within it somebody looks.
 */
export async function readChart(
  context: Context,
  query: { item_type_id: number; start_date: number; end_date: number; interval: ChartInterval },
): Promise<{ sell_data: ChartBucket[]; buy_data: ChartBucket[] }> {
  const span = BUCKET_SPANS[query.interval === 'hour' ? 0 : 1]
  const fromSec = Math.max(query.start_date, query.end_date - BUCKETS_MAX * span.lengthSec)
  const startSec = slotStartSec(timeSlot(fromSec, query.interval), query.interval) ?? fromSec
  const rows = await context.store.db
    .selectFrom('price_bucket')
    .select(['side', 'start_sec', 'total_price', 'total_quantity'])
    .where('item_id', '=', query.item_type_id)
    .where('span', '=', span.code)
    .where('start_sec', '>=', startSec)
    .where('start_sec', '<=', query.end_date)
    .orderBy('start_sec')
    .execute()
  const slotsOf = (side: Side): ChartBucket[] =>
    sumBySlot(
      rows.filter((row) => sideOf(row.side) === side),
      query.interval,
    )
  return { sell_data: slotsOf('sell'), buy_data: slotsOf('buy') }
}

function sumBySlot(
  rows: readonly { start_sec: number; total_price: number; total_quantity: number }[],
  interval: ChartInterval,
): ChartBucket[] {
  const sums = new Map<string, { price: number; quantity: number }>()
  for (const row of rows) {
    const slot = timeSlot(row.start_sec, interval)
    const sum = sums.get(slot) ?? { price: 0, quantity: 0 }
    sum.price = Math.min(AMOUNT_MAX, sum.price + row.total_price)
    sum.quantity = Math.min(AMOUNT_MAX, sum.quantity + row.total_quantity)
    sums.set(slot, sum)
  }
  return Array.from(sums, ([time_slot, { price, quantity }]) => ({
    time_slot,
    avg_price: quantity === 0 ? 0 : Math.round(price / quantity),
    total_price: price,
    total_quantity: quantity,
  }))
}
