import { drawWeighted } from '../../core/chance/weighted.ts'
import type { ItemId } from '../../core/numbers.ts'
import type { ItemAmount } from '../../core/item-amounts.ts'
import type { Rng } from '../../core/chance/rng.ts'
import { chosenOptions, type FactoryRecipe } from './recipe.ts'

/** Draws, per unit, one of every generator and one drop of each chosen option, before they open (rules §5). */
export function drawFactory(recipe: FactoryRecipe, inputIds: readonly ItemId[], count: number, rng: Rng): ItemAmount[] {
  const drops = chosenOptions(recipe, inputIds).flatMap((option) =>
    option?.drops.length ? drawDrops(option.drops, count, rng) : [],
  )
  return [...recipe.generatorIds.map((itemId) => ({ itemId, count })), ...drops]
}

function drawDrops(
  drops: readonly { readonly itemId: ItemId; readonly weight: number }[],
  count: number,
  rng: Rng,
): ItemAmount[] {
  const hits = drawWeighted(
    drops.map(({ weight }) => weight),
    count,
    rng,
  )
  return drops.map(({ itemId }, index) => ({ itemId, count: hits[index] ?? 0 }))
}
