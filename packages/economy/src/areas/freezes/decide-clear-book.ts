import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import type { CommandNeeds } from '../../core/needs.ts'
import type { ItemId } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { cancelOnDraft } from '../marketplace/cancel-on-draft.ts'
import type { RestingLot } from '../marketplace/order-book.ts'
import { toLot } from '../marketplace/order-book.ts'
import type { ClearBook } from './freezes.ts'

/** Lots cancelled per command. Limited: clearing a large book in one command would delay its whole batch. */
export const LOTS_PER_CLEARING = 200

/** Cancels the first lots of a frozen item with full refunds; no change when none is left. */
export function decideClearBook(
  world: World,
  { itemId }: ClearBook,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  if (!world.catalogue.items.has(itemId)) return fail({ code: 'unknown_item', itemId })
  // Otherwise new lots could arrive as fast as old ones are cancelled.
  if (!world.itemFreezes.has(itemId)) return fail({ code: 'item_not_frozen', itemId })
  const draft = new LedgerDraft(world, context)
  const cancelled: EconomyEvent[] = []
  for (const lot of firstLots(world, itemId)) {
    const outcome = cancelOnDraft(draft, toLot(lot, lot.openCount), context)
    if (!outcome.ok) return outcome
    cancelled.push(...outcome.value)
  }
  return succeed([...draft.toEvents(), ...cancelled])
}

/** The book, and once it is loaded the owners of the lots to cancel. */
export function needsOfClearBook(world: World, { userId, itemId }: ClearBook): CommandNeeds {
  const owners = world.marketplace.hasBook(itemId) ? firstLots(world, itemId).map(({ ownerId }) => ownerId) : []
  return { users: [userId, ...new Set(owners)], entities: [{ kind: 'book', id: itemId }] }
}

function firstLots(world: World, itemId: ItemId): RestingLot[] {
  const lots: RestingLot[] = []
  for (const lot of world.marketplace.book(itemId).lots()) {
    if (lots.length >= LOTS_PER_CLEARING) break
    lots.push(lot)
  }
  return lots
}
