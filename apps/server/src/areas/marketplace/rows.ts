import { AMOUNT_MAX, type Lot, type Traded } from '@clutch/economy'
import { overRows, quote, type MaybeStatement } from '../../store/statement.ts'
import type { AreaRows } from '../../writer/area.ts'
import type { LedgerRows } from '../../writer/ledger-rows.ts'
import { RECORD_TYPE_CODES, SIDE_CODES } from './codes.ts'
import { ItemTotals } from './item-totals.ts'
import { PriceBuckets, type PriceBucketRow } from './price-buckets.ts'

/** Rows of lots, trades and charts. A lot placed and filled within the batch is not written. */
export function collectMarketRows(ledger: LedgerRows): AreaRows {
  const placedLots = new Map<string, Lot>()
  const filledLots = new Map<string, Lot>()
  const closedLots = new Set<string>()
  const totals = new ItemTotals()
  const buckets = new PriceBuckets()
  const lastTrades = new Map<number, Traded>()
  let addedSize = 0

  function close(lot: Lot): void {
    filledLots.delete(lot.id)
    if (!placedLots.delete(lot.id)) closedLots.add(lot.id)
  }

  return {
    on: {
      lot_placed({ lot }) {
        placedLots.set(lot.id, lot)
        addedSize += 1
      },
      lot_filled({ lot }) {
        if (lot.openCount === 0) close(lot)
        else if (placedLots.has(lot.id)) placedLots.set(lot.id, lot)
        else filledLots.set(lot.id, lot)
      },
      lot_cancelled: ({ lot }) => close(lot),
      traded(trade) {
        buckets.add(trade)
        lastTrades.set(trade.itemId, trade)
      },
      market_recorded(record) {
        const { id, itemId, price, count, lotCreatedAtMs: sinceMs } = record
        ledger.addEntry({ id, type: RECORD_TYPE_CODES[record.recordType], itemId, price, count, sinceMs })
        totals.add(record)
      },
    },
    addedSize: () => addedSize,
    statements: () => [
      insertLots([...placedLots.values()]),
      updateLots([...filledLots.values()]),
      deleteLots([...closedLots]),
      totals.statement(),
      addToPriceBuckets(buckets.rows()),
      upsertLastTrades([...lastTrades.values()]),
    ],
  }
}

function insertLots(lots: readonly Lot[]): MaybeStatement {
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

function updateLots(lots: readonly Lot[]): MaybeStatement {
  return overRows(
    'update-lots',
    lots,
    [({ id }) => id, ({ openCount }) => openCount],
    `update lot set open_count = filled.open_count
    from unnest($1::uuid[], $2::bigint[]) as filled (lot_id, open_count) where lot.lot_id = filled.lot_id`,
  )
}

function deleteLots(ids: readonly string[]): MaybeStatement {
  return overRows('delete-lots', ids, [(id) => id], 'delete from lot where lot_id = any($1::uuid[])')
}

/**
 * Sums saturate at the largest amount rather than failing a whole batch. An unknown price range stays unknown.
 */
function addToPriceBuckets(rows: readonly PriceBucketRow[]): MaybeStatement {
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

function upsertLastTrades(trades: readonly Traded[]): MaybeStatement {
  return overRows(
    'upsert-last-trades',
    trades,
    [({ itemId }) => itemId, ({ price }) => price, ({ count }) => count, ({ atMs }) => atMs],
    `insert into last_trade (item_id, price, count, at_ms)
    select * from unnest($1::integer[], $2::bigint[], $3::bigint[], $4::bigint[])
    on conflict (item_id) do update set price = excluded.price, count = excluded.count, at_ms = excluded.at_ms`,
  )
}
