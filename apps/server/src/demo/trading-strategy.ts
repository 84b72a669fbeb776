import { asCoins, type CancelLot, type ItemId, type LotId, type PlaceLot, type Rng, type Side } from '@clutch/economy'
import type { Trader } from './traders.ts'

/** A trader's view of an item's market. */
export interface MarketView {
  readonly itemId: ItemId
  /** The trader's estimate of the price of one, in coins. */
  readonly fairCoins: number
  readonly coins: number
  readonly items: number
  readonly bestSell: Level | undefined
  readonly bestBuy: Level | undefined
  readonly openLotCount: number
  readonly oldestLotId: LotId | undefined
}

export interface Level {
  readonly price: number
  readonly count: number
}

/** Above this number of open lots, a trader cancels the oldest before doing anything else. */
const COMFORTABLE_LOTS_MAX = 45
/** Maximum relative distance of offers from the fair price. */
const OFFER_SPREAD = 0.14
/** A resting offer is taken if it is at most this much worse than fair. */
const DEAL_TOLERANCE = 0.05
const SPENDABLE_SHARE = 0.08
const ORDER_COUNT_MAX = 400
const FINE_STEPS = 1_000

/**
 * Chooses a simulated trader's next market action, if any: place an offer near the fair price, fill a good offer, or
 * cancel an old lot.
 * @param side restricts the trader to buying or selling
 */
export function chooseAction(
  trader: Trader,
  view: MarketView,
  rng: Rng,
  side?: Side,
): PlaceLot | CancelLot | undefined {
  if (view.openLotCount > COMFORTABLE_LOTS_MAX && view.oldestLotId !== undefined) {
    return { type: 'cancel_lot', userId: trader.userId, lotId: view.oldestLotId }
  }
  if (side !== undefined) return takeDeal(trader, view, side, rng) ?? restOffer(trader, view, side, rng)
  const dice = rng.below(100)
  if (dice < 30) return restOffer(trader, view, 'sell', rng)
  if (dice < 60) return restOffer(trader, view, 'buy', rng)
  if (dice < 78) return takeDeal(trader, view, 'buy', rng)
  if (dice < 96) return takeDeal(trader, view, 'sell', rng)
  if (view.oldestLotId === undefined) return undefined
  return { type: 'cancel_lot', userId: trader.userId, lotId: view.oldestLotId }
}

function restOffer(trader: Trader, view: MarketView, side: Side, rng: Rng): PlaceLot | undefined {
  const price = offerPrice(view.fairCoins, side, rng)
  const count = orderCount(view, side, price, rng)
  return count < 1 ? undefined : order(trader, view, side, price, count, 'rest')
}

/** Price of a resting offer in coins, usually near the fair price. */
export function offerPrice(fairCoins: number, side: Side, rng: Rng): number {
  const nearness = rng.below(FINE_STEPS) / FINE_STEPS
  const distance = 0.004 + OFFER_SPREAD * nearness * nearness
  return roundPrice(fairCoins * (side === 'sell' ? 1 + distance : 1 - distance), side)
}

function takeDeal(trader: Trader, view: MarketView, side: Side, rng: Rng): PlaceLot | undefined {
  const level = side === 'buy' ? view.bestSell : view.bestBuy
  if (level === undefined) return undefined
  const limit = view.fairCoins * (side === 'buy' ? 1 + DEAL_TOLERANCE : 1 - DEAL_TOLERANCE)
  if (side === 'buy' ? level.price > limit : level.price < limit) return undefined
  const count = Math.min(level.count, orderCount(view, side, level.price, rng))
  return count < 1 ? undefined : order(trader, view, side, level.price, count, 'now')
}

/** Count that coins or stock allow: usually small, occasionally large. */
function orderCount(view: MarketView, side: Side, price: number, rng: Rng): number {
  const affordable = side === 'buy' ? Math.floor((view.coins * SPENDABLE_SHARE) / price) : view.items
  const most = Math.min(affordable, ORDER_COUNT_MAX)
  if (most < 1) return side === 'buy' && view.coins >= price ? 1 : 0
  const share = rng.below(FINE_STEPS) / FINE_STEPS
  return Math.max(1, Math.floor(most * share * share))
}

const ROUND_DIGITS = 3

/** Rounds to three significant digits, as people do, in the direction that avoids an immediate trade. */
function roundPrice(price: number, side: Side): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, price))) + 1 - ROUND_DIGITS)
  const rounded = (side === 'sell' ? Math.ceil(price / step) : Math.floor(price / step)) * step
  return Math.max(1, rounded)
}

function order(
  trader: Trader,
  view: MarketView,
  side: Side,
  price: number,
  count: number,
  mode: PlaceLot['mode'],
): PlaceLot {
  const preferred = { currency: 'coin', price: asCoins(price) } as const
  return { type: 'place_lot', userId: trader.userId, side, itemId: view.itemId, price, count, mode, preferred }
}
