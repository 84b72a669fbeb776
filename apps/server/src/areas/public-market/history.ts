import { HISTORY_STEPS_SEC, PUBLIC_BUCKETS_MAX, type HistoryStep, type PublicBucket } from '@clutch/contract'
import { DAY_SEC, HOUR_SEC, SECOND_MS, toSeconds } from '@clutch/contract/formats'
import { AMOUNT_MAX, type Side } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import { firstIdAt } from '../../writer/writer-clock.ts'
import { BUCKET_SPANS, RECORD_TYPE_CODES, sideOf } from '../marketplace/codes.ts'

/** Trades of one side at one time or within one stored bucket. */
interface Sums {
  readonly startSec: number
  readonly side: Side
  readonly coins: number
  readonly count: number
  readonly low: number | null
  readonly high: number | null
}

/** Trades of an item in buckets of a length, oldest first, up to now. */
export async function readBuckets(db: Kysely<Database>, itemId: number, step: HistoryStep): Promise<PublicBucket[]> {
  const stepSec = HISTORY_STEPS_SEC[step]
  const nowSec = toSeconds(Date.now())
  const fromSec = nowSec - (nowSec % stepSec) - (PUBLIC_BUCKETS_MAX - 1) * stepSec
  const sums =
    stepSec < HOUR_SEC
      ? await sumsOfTrades(db, itemId, fromSec, stepSec)
      : await storedSums(db, itemId, fromSec, stepSec)
  const byStart = Map.groupBy(sums, ({ startSec }) => startSec - (startSec % stepSec))
  return Array.from(byStart, ([start, each]) => ({
    start,
    buy: total(each.filter(({ side }) => side === 'buy')),
    sell: total(each.filter(({ side }) => side === 'sell')),
  })).toSorted((a, b) => a.start - b.start)
}

async function storedSums(db: Kysely<Database>, itemId: number, fromSec: number, stepSec: number): Promise<Sums[]> {
  const span = BUCKET_SPANS[stepSec < DAY_SEC ? 0 : 1]
  const rows = await db
    .selectFrom('price_bucket')
    .select(['start_sec', 'side', 'total_price', 'total_quantity', 'low_price', 'high_price'])
    .where('item_id', '=', itemId)
    .where('span', '=', span.code)
    .where('start_sec', '>=', fromSec)
    .execute()
  return rows.map((row) => ({
    startSec: row.start_sec,
    side: sideOf(row.side),
    coins: row.total_price,
    count: row.total_quantity,
    low: row.low_price,
    high: row.high_price,
  }))
}

/** Buckets shorter than an hour are not stored: the database sums the takers' entries. */
async function sumsOfTrades(db: Kysely<Database>, itemId: number, fromSec: number, stepSec: number): Promise<Sums[]> {
  const { rows } = await sql<Omit<Sums, 'side'> & { readonly entryType: number }>`
    select bucket * ${stepSec} as "startSec", entry_type as "entryType", min(price) as low, max(price) as high,
      least(sum(price::numeric * count), ${AMOUNT_MAX})::bigint as coins, least(sum(count), ${AMOUNT_MAX})::bigint as count
    from operation, lateral (
      select ('x' || translate(left(operation_id::text, 13), '-', ''))::bit(48)::bigint / ${stepSec * SECOND_MS} as bucket
    ) as time
    where item_id = ${itemId} and entry_type in (4, 5) and operation_id >= ${firstIdAt(fromSec * SECOND_MS)}
    group by bucket, entry_type`.execute(db)
  return rows.map(({ entryType, ...sums }) => ({
    ...sums,
    side: entryType === RECORD_TYPE_CODES.buy_manual ? 'buy' : 'sell',
  }))
}

/** Sums saturate at the largest amount; a range is unknown if it is unknown for a part. */
function total(sums: readonly Sums[]): PublicBucket['buy'] {
  if (sums.length === 0) return null
  const add = (read: (each: Sums) => number): number =>
    sums.reduce((sum, each) => Math.min(AMOUNT_MAX, sum + read(each)), 0)
  const lows = sums.flatMap(({ low }) => low ?? [])
  const highs = sums.flatMap(({ high }) => high ?? [])
  const isKnown = lows.length === sums.length && highs.length === sums.length
  const volume = add(({ count }) => count)
  return {
    low: isKnown ? Math.min(...lows) : null,
    high: isKnown ? Math.max(...highs) : null,
    average: volume === 0 ? 0 : Math.round(add(({ coins }) => coins) / volume),
    volume,
  }
}
