import type { ChartBucket, ChartInterval } from '@clutch/contract'
import { slotStartSec, timeSlot } from '@clutch/contract/formats'
import { AMOUNT_MAX, type Side } from '@clutch/economy'
import type { Selectable } from 'kysely'
import type { Context } from '../../context.ts'
import { BUCKET_SPANS, sideOf } from './codes.ts'
import type { PriceBucketTable } from './tables.ts'

/** Most buckets per response: 60 days of hours, or 4 years of days. */
const BUCKETS_MAX = 1_461

/**
 * Trades per calendar slot and side, oldest first: `sell` means that a seller hit a bid, `buy` that a buyer took an offer.
 * The first slot is complete, so that its average does not depend on the time of the request.
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
    .select(['side', 'start_sec', 'total_price', 'total_quantity', 'low_price', 'high_price'])
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

type BucketRow = Pick<
  Selectable<PriceBucketTable>,
  'start_sec' | 'total_price' | 'total_quantity' | 'low_price' | 'high_price'
>

function sumBySlot(rows: readonly BucketRow[], interval: ChartInterval): ChartBucket[] {
  const bySlot = Map.groupBy(rows, ({ start_sec }) => timeSlot(start_sec, interval))
  return Array.from(bySlot, ([time_slot, buckets]) => {
    const total_price = sumOf(buckets, ({ total_price: price }) => price)
    const total_quantity = sumOf(buckets, ({ total_quantity: quantity }) => quantity)
    return {
      time_slot,
      avg_price: total_quantity === 0 ? 0 : Math.round(total_price / total_quantity),
      total_price,
      total_quantity,
      ...rangeOf(buckets),
    }
  })
}

/** Sums saturate at the largest amount. */
function sumOf(buckets: readonly BucketRow[], read: (bucket: BucketRow) => number): number {
  return buckets.reduce((sum, bucket) => Math.min(AMOUNT_MAX, sum + read(bucket)), 0)
}

/** Price range of a slot; unknown if it is unknown for a part of it. */
function rangeOf(buckets: readonly BucketRow[]): Pick<ChartBucket, 'low_price' | 'high_price'> {
  const lows = buckets.flatMap(({ low_price }) => low_price ?? [])
  const highs = buckets.flatMap(({ high_price }) => high_price ?? [])
  const isKnown = lows.length === buckets.length && highs.length === buckets.length
  return isKnown
    ? { low_price: Math.min(...lows), high_price: Math.max(...highs) }
    : { low_price: null, high_price: null }
}
