import type { Lot as LotAnswer, TradeOutcome } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import { asCoins, marketFee, type EconomyEvent, type Lot, type MarketTerms } from '@clutch/economy'
import type { ResponseTable } from '../../writer/area.ts'

declare module '../../writer/outcome.ts' {
  interface Responses {
    place_lot: TradeOutcome
    cancel_lot: { lot: LotAnswer }
    change_lot_price: TradeOutcome
  }
}

export const marketResponses: Pick<ResponseTable, 'place_lot' | 'cancel_lot' | 'change_lot_price'> = {
  place_lot: ({ side }, events, world) => tradeOutcome(side, events, world.catalogue.market),
  cancel_lot: (_command, events) => ({ lot: cancelledLot(events) }),
  change_lot_price: (_command, events, world) =>
    tradeOutcome(cancelledLot(events).type, events, world.catalogue.market),
}

function tradeOutcome(side: 'buy' | 'sell', events: readonly EconomyEvent[], terms: MarketTerms): TradeOutcome {
  let tradedCount = 0
  let tradedTotal = 0
  let lot: LotAnswer | null = null
  for (const event of events) {
    if (event.type === 'lot_placed') lot = toLotResponse(event.lot)
    if (event.type === 'traded') {
      const total = asCoins(event.price * event.count)
      tradedCount += event.count
      tradedTotal += side === 'buy' ? total : total - marketFee(total, terms.feeBasisPoints)
    }
  }
  return { traded_count: tradedCount, traded_total: tradedTotal, lot }
}

function cancelledLot(events: readonly EconomyEvent[]): LotAnswer {
  for (const event of events) if (event.type === 'lot_cancelled') return toLotResponse(event.lot)
  throw new Error('A cancel command produced no cancelled lot')
}

/** Converts a lot to the contract's form. */
export function toLotResponse(lot: Lot): LotAnswer {
  return {
    lot_uuid: lot.id,
    item_type_id: lot.itemId,
    type: lot.side,
    price: lot.price,
    currency: 'coin',
    prefer_lot_price: lot.preferred.price,
    prefer_lot_currency: lot.preferred.currency,
    count: lot.count,
    current_count: lot.openCount,
    created_at: toSeconds(lot.createdAtMs),
  }
}
