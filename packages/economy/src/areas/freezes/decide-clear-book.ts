import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import type { CommandNeeds } from '../../core/needs.ts'
import type { ItemId } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { cancelOnDraft } from '../marketplace/cancel-on-draft.ts'
import type { RestingLot } from '../marketplace/price-level.ts'
import { toLot } from '../marketplace/price-level.ts'
import type { ClearBook } from './freezes.ts'

/** Lots that one command cancels: a book may hold far more than one batch should carry. */
export const LOTS_PER_CLEARING = 200

/** Cancels the first lots of a frozen item, each with its whole refund; nothing where none is left. */
export function decideClearBook(
  world: World,
  { itemId }: ClearBook,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  if (!world.catalogue.items.has(itemId)) return fail({ code: 'unknown_item', itemId })
  // Otherwise new lots could come as fast as old ones go.
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

/** The book, and once it is loaded the owners of the lots that would go. */
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
