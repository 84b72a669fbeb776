import { asCoins, type ChangeLotPrice, type ItemId, type LotId, type Rng, type Side } from '@clutch/economy'
import type { FairOf } from './recipe-book.ts'
import { offerPrice } from './trading-strategy.ts'
import type { Trader } from './traders.ts'

/** A lot of the trader's own. */
export interface OwnLot {
  readonly id: LotId
  readonly itemId: ItemId
  readonly side: Side
  readonly price: number
}

/** Lots a trader looks through in one act. */
const LOOKS_MAX = 6
/** A lot this much further from the fair price than offers usually are has been left behind. */
const LEFT_BEHIND = 0.16

/** Moves the price of an own lot that the market has left behind, or nothing. */
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
