import { AMOUNT_MAX, type Lot, type Traded } from '@clutch/economy'
import { overRows, quote, type MaybeStatement } from '../../store/statement.ts'
import { SIDE_CODES } from './codes.ts'
import type { PriceBucketRow } from './price-buckets.ts'

export function insertLots(lots: readonly Lot[]): MaybeStatement {
  return overRows(
    'insert-lots',
    lots,
    [
      ({ id }) => id,
      ({ ownerId }) => ownerId,
      ({ itemId }) => itemId,
      ({ side }) => SIDE_CODES[side],
      ({ price }) => price,
      ({ count }) => count,
      ({ openCount }) => openCount,
      ({ preferred }) => quote(preferred.currency),
      ({ preferred }) => preferred.price,
      ({ createdAtMs }) => createdAtMs,
    ],
    `insert into lot (lot_id, owner_id, item_id, side, price, count, open_count, preferred_currency, preferred_price, created_at_ms)
    select * from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::smallint[], $5::bigint[], $6::bigint[], $7::bigint[],
      $8::text[], $9::double precision[], $10::bigint[])`,
  )
}

export function updateLots(lots: readonly Lot[]): MaybeStatement {
  return overRows(
    'update-lots',
    lots,
    [({ id }) => id, ({ openCount }) => openCount],
    `update lot set open_count = filled.open_count
    from unnest($1::uuid[], $2::bigint[]) as filled (lot_id, open_count) where lot.lot_id = filled.lot_id`,
  )
}

export function deleteLots(ids: readonly string[]): MaybeStatement {
  return overRows('delete-lots', ids, [(id) => id], 'delete from lot where lot_id = any($1::uuid[])')
}

/**
 * Sums saturate at the largest amount rather than failing a whole batch. An unknown price range stays unknown.
 */
export function addToPriceBuckets(rows: readonly PriceBucketRow[]): MaybeStatement {
  return overRows(
    'add-to-price-buckets',
    rows,
    [
      ({ itemId }) => itemId,
      ({ spanCode }) => spanCode,
      ({ side }) => SIDE_CODES[side],
      ({ startSec }) => startSec,
      ({ totalPrice }) => totalPrice,
      ({ totalQuantity }) => totalQuantity,
      ({ lowPrice }) => lowPrice,
      ({ highPrice }) => highPrice,
    ],
    `insert into price_bucket as bucket (item_id, span, side, start_sec, total_price, total_quantity, low_price, high_price)
    select * from unnest($1::integer[], $2::smallint[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[],
      $7::bigint[], $8::bigint[])
    on conflict (item_id, span, side, start_sec) do update set
      total_price = least(bucket.total_price + excluded.total_price, ${AMOUNT_MAX}),
      total_quantity = least(bucket.total_quantity + excluded.total_quantity, ${AMOUNT_MAX}),
      low_price = case when bucket.low_price is not null then least(bucket.low_price, excluded.low_price) end,
      high_price = case when bucket.high_price is not null then greatest(bucket.high_price, excluded.high_price) end`,
  )
}

export function upsertLastTrades(trades: readonly Traded[]): MaybeStatement {
  return overRows(
    'upsert-last-trades',
    trades,
    [({ itemId }) => itemId, ({ price }) => price, ({ count }) => count, ({ atMs }) => atMs],
    `insert into last_trade (item_id, price, count, at_ms)
    select * from unnest($1::integer[], $2::bigint[], $3::bigint[], $4::bigint[])
    on conflict (item_id) do update set price = excluded.price, count = excluded.count, at_ms = excluded.at_ms`,
  )
}
