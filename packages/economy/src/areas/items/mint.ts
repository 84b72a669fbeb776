import type { Catalogue } from '../../core/catalogue.ts'
import type { Rng } from '../../core/chance/rng.ts'
import { fromMap, type ItemAmount } from '../../core/item-amounts.ts'
import { WORLD } from '../../core/ledger/accounts.ts'
import type { LedgerDraft } from '../../core/ledger/ledger.ts'
import { AMOUNT_MAX, type ItemId } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'
import { mostOpened, type GrantRange } from './estimate-opening.ts'
import { DRAWS_MAX, openItem } from './open-item.ts'

/**
 * Opens what finished work grants, down to plain items (rules §3). Ended work cannot be rejected, so items that the
 * current content cannot open are left out.
 */
export function openGrants(content: Pick<Catalogue, 'items'>, grants: readonly ItemAmount[], rng: Rng): ItemAmount[] {
  const plain = new Map<ItemId, number>()
  for (const { itemId, count } of grants) {
    if (count <= 0) continue
    const opened = openItem(content, itemId, count, rng)
    if (!opened.ok) continue
    for (const [asset, amount] of opened.value) plain.set(asset, (plain.get(asset) ?? 0) + amount)
  }
  return fromMap(plain)
}

/**
 * Reduces amounts to what the supply has room for, up to 2^53 − 1 (rules §0). Finished work never waits for room.
 * @param besides what the same operation mints in addition.
 */
export function clampToSupply(
  draft: LedgerDraft,
  items: readonly ItemAmount[],
  besides: readonly ItemAmount[] = [],
): ItemAmount[] {
  const room = (itemId: ItemId): number => {
    const minted = besides.find((other) => other.itemId === itemId)?.count ?? 0
    return AMOUNT_MAX + draft.freeBalance(WORLD, itemId) - minted
  }
  return items
    .map(({ itemId, count }) => ({ itemId, count: Math.min(count, room(itemId)) }))
    .filter(({ count }) => count > 0)
}

/**
 * Whether the largest possible result of these grants exceeds the bounds of one command or of the supply (rules §0).
 */
export function exceedsBounds(world: World, grants: readonly GrantRange[]): boolean {
  const { max, draws } = mostOpened(world.catalogue, grants)
  if (draws > DRAWS_MAX) return true
  for (const [itemId, count] of max) {
    if (count > AMOUNT_MAX + world.balanceOf(WORLD, itemId).free) return true
  }
  return false
}
