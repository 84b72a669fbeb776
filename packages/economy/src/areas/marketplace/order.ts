import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { COINS } from '../../core/ledger/accounts.ts'
import type { LedgerDraft } from '../../core/ledger/ledger.ts'
import { asAmount, asCoins, asQuantity, isAmount, totalPrice, type ItemId, type UserId } from '../../core/numbers.ts'
import { shortageOf, type Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { CostBasisDraft } from './cost-basis.ts'
import { holdForLot } from './hold.ts'
import { asLotId, type Lot, type PreferredPrice, type Side } from './lot.ts'
import type { Incoming, Match } from './match.ts'
import { settleFill } from './settle-fill.ts'

/** Largest price of one item (rules §2). */
export const PRICE_MAX = 1_000_000_000_000

/** What a player asks of the market, numbers unchecked. */
export interface Order {
  readonly userId: UserId
  readonly side: Side
  readonly itemId: ItemId
  readonly price: number
  readonly count: number
  readonly preferred: PreferredPrice
}

/** Checks an order against the terms of the market, before the book is looked at (rules §2). */
export function checkOrder(world: World, order: Order): Result<Incoming, Rejection> {
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

/** An operator has stopped the player's trading, or the market in the item. */
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
 * Settles the fills of an order and rests what is left of it, all on one draft.
 * @returns what the market saw of it; the ledger's part is in the draft. A refusal leaves the draft invalid.
 */
export function tradeAndRest(
  world: World,
  draft: LedgerDraft,
  order: Order,
  incoming: Incoming,
  match: Match,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const shortage = findShortage(draft, order, incoming, match)
  if (shortage !== undefined) return fail(shortage)
  const events: EconomyEvent[] = []
  const costBases = new CostBasisDraft(world, order.itemId)
  for (const fill of match.fills) {
    const settled = settleFill(draft, costBases, world.catalogue.market, incoming, fill, context)
    if (!settled.ok) return settled
    events.push(...settled.value)
  }
  const remaining = incoming.count - match.matchedCount
  if (remaining > 0) {
    const lot = newLot(order, incoming, remaining, context)
    const held = holdForLot(draft, lot, context)
    if (!held.ok) return held
    events.push({ type: 'lot_placed', lot })
  }
  return succeed(events)
}

/** Refuses what the user cannot pay or deliver in full, naming exactly how much is missing. */
function findShortage(draft: LedgerDraft, order: Order, incoming: Incoming, match: Match): Rejection | undefined {
  const asset = order.side === 'sell' ? order.itemId : COINS
  const needed = order.side === 'sell' ? incoming.count : coinsNeeded(incoming, match)
  const missing = needed - draft.freeBalance(order.userId, asset)
  return missing > 0 ? shortageOf(asset, asAmount(missing)) : undefined
}

function coinsNeeded(incoming: Incoming, match: Match): number {
  const traded = match.fills.reduce((sum, { lot, count }) => sum + lot.price * count, 0)
  return traded + (incoming.count - match.matchedCount) * incoming.price
}

function newLot(order: Order, incoming: Incoming, openCount: number, context: DecisionContext): Lot {
  return {
    id: asLotId(context.newId()),
    ownerId: incoming.userId,
    itemId: order.itemId,
    side: incoming.side,
    price: incoming.price,
    count: incoming.count,
    openCount: asQuantity(openCount),
    preferred: order.preferred,
    createdAtMs: context.nowMs,
  }
}
