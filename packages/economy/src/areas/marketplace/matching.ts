import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { COINS, THE_WORLD, freeOf, heldOf, type Move } from '../../core/ledger/accounts.ts'
import type { LedgerDraft } from '../../core/ledger/ledger.ts'
import {
  asAmount,
  asCoins,
  asOperationId,
  asQuantity,
  isAmount,
  totalPrice,
  type Amount,
  type AssetId,
  type Coins,
  type ItemId,
  type OperationId,
  type Quantity,
  type UserId,
} from '../../core/numbers.ts'
import { shortageOf, type Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { asNotificationId } from '../notifications/notification.ts'
import { CostBasisDraft } from './cost-basis.ts'
import type { MarketRecorded } from './events.ts'
import { marketFee } from './fees.ts'
import { asLotId, type Lot, type LotId, type PreferredPrice, type Side } from './lot.ts'
import type { OrderBook } from './order-book.ts'
import { toLot, type RestingLot } from './order-book.ts'
import type { MarketTerms } from './terms.ts'

/** Largest price of one item (rules §2). */
export const PRICE_MAX = 1_000_000_000_000

/** A player's order with unvalidated numbers. */
export interface Order {
  readonly userId: UserId
  readonly side: Side
  readonly itemId: ItemId
  readonly price: number
  readonly count: number
  readonly preferred: PreferredPrice
}

/** Validates an order against the market's terms, before matching (rules §2). */
export function checkOrder(world: World, order: Order): Result<TakerOrder, Rejection> {
  const { price, count, itemId } = order
  const item = world.catalogue.items.get(itemId)
  if (item === undefined) return fail({ code: 'unknown_item', itemId })
  if (!isPrice(price)) return fail({ code: 'invalid_price', price })
  if (!isAmount(count) || count < 1) return fail({ code: 'invalid_count', count })
  const max = world.catalogue.market.maxItemsPerLot
  if (count > max) return fail({ code: 'lot_too_large', max: asQuantity(max) })
  if (!item.canSell || item.opens !== undefined) return fail({ code: 'item_not_sellable', itemId })
  if (totalPrice(asCoins(price), asQuantity(count)) === undefined) return fail({ code: 'amount_too_large' })
  const frozen = findFreeze(world, order)
  if (frozen !== undefined) return fail(frozen)
  return succeed({ userId: order.userId, side: order.side, price: asCoins(price), count: asQuantity(count) })
}

/** The rejection if an operator froze the player's trading or the item. */
function findFreeze(world: World, { userId, itemId }: Order): Rejection | undefined {
  const { reason } = world.account(userId).tradingFreeze
  if (reason !== '') return { code: 'trading_frozen', reason }
  const ofItem = world.itemFreezes.get(itemId)
  return ofItem === undefined ? undefined : { code: 'item_frozen', itemId, reason: ofItem }
}

export function isPrice(price: number): boolean {
  return isAmount(price) && price >= 1 && price <= PRICE_MAX
}

/**
 * Settles the fills of an order and rests the remainder, on one draft.
 * @returns the market's events; the ledger's part is in the draft. A rejection leaves the draft invalid.
 */
export function tradeAndRest(
  world: World,
  draft: LedgerDraft,
  order: Order,
  taker: TakerOrder,
  match: Match,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const shortage = findShortage(draft, order, taker, match)
  if (shortage !== undefined) return fail(shortage)
  const events: EconomyEvent[] = []
  const costBases = new CostBasisDraft(world, order.itemId)
  for (const fill of match.fills) {
    const settled = settleFill(draft, costBases, world.catalogue.market, taker, fill, context)
    if (!settled.ok) return settled
    events.push(...settled.value)
  }
  const remaining = taker.count - match.matchedCount
  if (remaining > 0) {
    const lot = newLot(order, taker, remaining, context)
    const held = holdForLot(draft, lot, context)
    if (!held.ok) return held
    events.push({ type: 'lot_placed', lot })
  }
  return succeed(events)
}

/** The rejection if the player cannot pay or deliver everything, with the missing amount. */
function findShortage(draft: LedgerDraft, order: Order, taker: TakerOrder, match: Match): Rejection | undefined {
  const asset = order.side === 'sell' ? order.itemId : COINS
  const needed = order.side === 'sell' ? taker.count : coinsNeeded(taker, match)
  const missing = needed - draft.freeBalance(order.userId, asset)
  return missing > 0 ? shortageOf(asset, asAmount(missing)) : undefined
}

function coinsNeeded(taker: TakerOrder, match: Match): number {
  const traded = match.fills.reduce((sum, { lot, count }) => sum + lot.price * count, 0)
  return traded + (taker.count - match.matchedCount) * taker.price
}

function newLot(order: Order, taker: TakerOrder, openCount: number, context: DecisionContext): Lot {
  return {
    id: asLotId(context.newId()),
    ownerId: taker.userId,
    itemId: order.itemId,
    side: taker.side,
    price: taker.price,
    count: taker.count,
    openCount: asQuantity(openCount),
    preferred: order.preferred,
    createdAtMs: context.nowMs,
  }
}

/** One resting lot's part in a match, at that lot's price. */
export interface Fill {
  readonly lot: RestingLot
  readonly count: Quantity
}

export interface Match {
  readonly fills: readonly Fill[]
  /** Items that found a counterparty. */
  readonly matchedCount: Quantity
  /** The first own lot found; it was skipped. */
  readonly ownLotId: LotId | undefined
}

/** A validated order that looks for matches. */
export interface TakerOrder {
  readonly userId: UserId
  readonly side: Side
  readonly price: Coins
  readonly count: Quantity
}

/** Shared, because most orders match nothing. */
const NO_MATCH: Match = { fills: [], matchedCount: asQuantity(0), ownLotId: undefined }

/** Finds the lots a taker would trade with, in price-time order. Changes nothing. */
export function matchOrder(book: OrderBook, taker: TakerOrder): Match {
  if (!book.isCrossed(taker.side, taker.price)) return NO_MATCH
  const fills: Fill[] = []
  let remaining: number = taker.count
  let ownLotId: LotId | undefined
  book.visitCrossing(taker.side, taker.price, (lot) => {
    if (lot.ownerId === taker.userId) {
      ownLotId ??= lot.id
      return true
    }
    const count = Math.min(remaining, lot.openCount)
    fills.push({ lot, count: asQuantity(count) })
    remaining -= count
    return remaining > 0
  })
  return { fills, matchedCount: asQuantity(taker.count - remaining), ownLotId }
}

/**
 * Settles one fill at the resting lot's price: items and coins move in one posting, with one operation for each side
 * (rules §2). The trading history lines share the ids of those operations.
 */
function settleFill(
  draft: LedgerDraft,
  costBases: CostBasisDraft,
  terms: MarketTerms,
  taker: TakerOrder,
  fill: Fill,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const { lot, count } = fill
  const takerBuys = taker.side === 'buy'
  const paid = asCoins(lot.price * count)
  const fee = marketFee(paid, terms.feeBasisPoints)
  const received = asCoins(paid - fee)
  const takerOperationId = asOperationId(context.newId())
  const makerOperationId = asOperationId(context.newId())
  const posted = draft.post(
    [
      { id: takerOperationId, userId: taker.userId, kind: takerBuys ? 'buy_lot' : 'sell_lot', causeId: undefined },
      { id: makerOperationId, userId: lot.ownerId, kind: takerBuys ? 'sell_lot' : 'buy_lot', causeId: lot.id },
    ],
    movesOfTrade(taker, fill, received, fee),
  )
  if (!posted.ok) return posted
  const record = { type: 'market_recorded', itemId: lot.itemId, price: lot.price } as const
  const takerLine = {
    recordType: takerBuys ? 'buy_manual' : 'sell_manual',
    count,
    total: takerBuys ? paid : received,
  } as const
  const makerLine = {
    recordType: takerBuys ? 'sell_auto' : 'buy_auto',
    count,
    total: takerBuys ? received : paid,
  } as const
  const takerRecord: MarketRecorded = {
    ...record,
    ...takerLine,
    id: takerOperationId,
    userId: taker.userId,
    lotId: undefined,
    lotCreatedAtMs: context.nowMs,
    costBasis: costBases.add(taker.userId, takerLine),
  }
  const makerRecord: MarketRecorded = {
    ...record,
    ...makerLine,
    id: makerOperationId,
    userId: lot.ownerId,
    lotId: lot.id,
    lotCreatedAtMs: lot.createdAtMs,
    costBasis: costBases.add(lot.ownerId, makerLine),
  }
  const filled = afterFill(fill)
  return succeed([
    { type: 'lot_filled', lot: filled, count, price: lot.price },
    {
      type: 'traded',
      itemId: lot.itemId,
      takerSide: taker.side,
      buyerId: takerBuys ? taker.userId : lot.ownerId,
      sellerId: takerBuys ? lot.ownerId : taker.userId,
      price: lot.price,
      count,
      atMs: context.nowMs,
    },
    takerRecord,
    makerRecord,
    ...(filled.openCount === 0 ? [notificationOfFilled(filled, makerOperationId)] : []),
  ])
}

/** Notifies the owner of a completed lot. The notification has the id of the last trade, which makes it unique. */
function notificationOfFilled(lot: Lot, operationId: OperationId): EconomyEvent {
  const { ownerId: userId, itemId, side, price, count } = lot
  const id = asNotificationId(operationId)
  return {
    type: 'notification_added',
    notification: { id, userId, kind: 'lot_filled', itemId, side, price, count, alert: undefined },
  }
}

/** Items go to the buyer, the payment less the fee to the seller, and the fee out of the world. */
function movesOfTrade(taker: TakerOrder, { lot, count }: Fill, received: Coins, fee: Coins): Move[] {
  const takerBuys = taker.side === 'buy'
  const payer = takerBuys ? freeOf(taker.userId) : heldOf(lot.ownerId)
  const giver = takerBuys ? heldOf(lot.ownerId) : freeOf(taker.userId)
  const buyer = takerBuys ? taker.userId : lot.ownerId
  const seller = takerBuys ? lot.ownerId : taker.userId
  const moves: Move[] = [{ from: giver, to: freeOf(buyer), asset: lot.itemId, amount: count }]
  if (received > 0) moves.push({ from: payer, to: freeOf(seller), asset: COINS, amount: received })
  if (fee > 0) moves.push({ from: payer, to: THE_WORLD, asset: COINS, amount: fee })
  return moves
}

function afterFill({ lot, count }: Fill): Lot {
  return toLot(lot, asQuantity(lot.openCount - count))
}

/** What an open lot holds: its items, or price × open count in coins (rules §2). */
export function holdOf(lot: Lot): { readonly asset: AssetId; readonly amount: Amount } {
  return lot.side === 'sell'
    ? { asset: lot.itemId, amount: lot.openCount }
    : { asset: COINS, amount: asCoins(lot.price * lot.openCount) }
}

/** Puts a resting lot's items or coins on hold. */
function holdForLot(draft: LedgerDraft, lot: Lot, context: DecisionContext): Result<undefined, Rejection> {
  const kind = lot.side === 'sell' ? 'create_sell_lot' : 'create_buy_lot'
  const move: Move = { from: freeOf(lot.ownerId), to: heldOf(lot.ownerId), ...holdOf(lot) }
  return draft.post([{ id: asOperationId(context.newId()), userId: lot.ownerId, kind, causeId: lot.id }], [move])
}
