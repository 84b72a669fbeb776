import type { Lot, Traded } from '@clutch/economy'
import type { AreaRows } from '../../writer/area.ts'
import type { LedgerRows } from '../../writer/ledger-rows.ts'
import { RECORD_TYPE_CODES } from './codes.ts'
import { ItemTotals } from './item-totals.ts'
import { PriceBuckets } from './price-buckets.ts'
import * as statements from './statements.ts'

/** Rows of lots, trades and charts. A lot placed and filled within the batch is not written. */
export function gatherMarketRows(ledger: LedgerRows): AreaRows {
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
      statements.insertLots([...placedLots.values()]),
      statements.updateLots([...filledLots.values()]),
      statements.deleteLots([...closedLots]),
      totals.statement(),
      statements.addToPriceBuckets(buckets.rows()),
      statements.upsertLastTrades([...lastTrades.values()]),
    ],
  }
}
