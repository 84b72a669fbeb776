import { asCoins, type ChangeLotPrice, type ItemId, type LotId, type Rng, type Side } from '@clutch/economy'
import type { FairOf } from './recipe-book.ts'
import { offerPrice } from './trading-strategy.ts'
import type { Trader } from './traders.ts'

/** An open lot of the trader. */
export interface OwnLot {
  readonly id: LotId
  readonly itemId: ItemId
  readonly side: Side
  readonly price: number
}

/** Maximum lots examined per errand. */
const LOOKS_MAX = 6
/** Relative distance from the fair price from which a lot is repriced; slightly more than that of new offers. */
const LEFT_BEHIND = 0.16

/** Reprices one of the trader's lots that the market has moved away from, if any. */
export function chooseReprice(
  trader: Trader,
  lots: readonly OwnLot[],
  fairOf: FairOf,
  rng: Rng,
): ChangeLotPrice | undefined {
  for (let look = 0; look < LOOKS_MAX && lots.length > 0; look += 1) {
    const lot = lots[rng.below(lots.length)]
    if (lot === undefined) continue
    const fair = fairOf(lot.itemId)
    const distance = lot.side === 'sell' ? lot.price / fair - 1 : 1 - lot.price / fair
    if (Math.abs(distance) < LEFT_BEHIND) continue
    const price = offerPrice(fair, lot.side, rng)
    if (price === lot.price) continue
    const preferred = { currency: 'coin', price: asCoins(price) } as const
    return { type: 'change_lot_price', userId: trader.userId, lotId: lot.id, price, preferred }
  }
  return undefined
}
