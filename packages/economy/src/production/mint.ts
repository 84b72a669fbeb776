import { freeOf, THE_WORLD, WORLD, type Move } from '../ledger/accounts.ts'
import type { LedgerDraft } from '../ledger/ledger.ts'
import { AMOUNT_MAX, asQuantity, type ItemId, type UserId } from '../numbers.ts'
import { DRAWS_MAX, openItem } from '../opening/open-item.ts'
import { foreseeOpening, type GrantRange } from '../opening/outlook.ts'
import type { Rng } from '../rng.ts'
import type { World } from '../world.ts'
import { fromMap, type ItemAmount } from './item-amounts.ts'

/**
 * Opens what finished work grants, down to plain items (rules §3). It cannot be refused any more: what cannot be
 * opened, because the game's content has changed meanwhile, is left out.
 */
export function openGrants(world: World, grants: readonly ItemAmount[], rng: Rng): ItemAmount[] {
  const plain = new Map<ItemId, number>()
  for (const { itemId, count } of grants) {
    if (count <= 0) continue
    const opened = openItem(world.catalogue, itemId, count, rng)
    if (!opened.ok) continue
    for (const [asset, amount] of opened.value) plain.set(asset, (plain.get(asset) ?? 0) + amount)
  }
  return fromMap(plain)
}

/** What of it there is still room for: no supply passes 2^53 − 1 (rules §0). Finished work never waits for room. */
export function cutToRoom(draft: LedgerDraft, items: readonly ItemAmount[]): ItemAmount[] {
  return items
    .map(({ itemId, count }) => ({ itemId, count: Math.min(count, AMOUNT_MAX + draft.freeBalance(WORLD, itemId)) }))
    .filter(({ count }) => count > 0)
}

/** Mints items into somebody's free balance. */
export function mintMoves(userId: UserId, items: readonly ItemAmount[]): Move[] {
  return items.map(({ itemId, count }) => ({
    from: THE_WORLD,
    to: freeOf(userId),
    asset: itemId,
    amount: asQuantity(count),
  }))
}

/** Whether the most that these grants can come to is past the bounds of one command or of the supply (rules §0). */
export function exceedsBounds(world: World, grants: readonly GrantRange[]): boolean {
  const { most, draws } = foreseeOpening(world.catalogue, grants)
  if (draws > DRAWS_MAX) return true
  for (const [itemId, count] of most) {
    if (count > AMOUNT_MAX + world.balanceOf(WORLD, itemId).free) return true
  }
  return false
}
