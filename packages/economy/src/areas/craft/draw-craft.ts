import type { ItemAmount } from '../../core/item-amounts.ts'
import type { Rng } from '../../core/chance/rng.ts'
import type { CraftOutput, CraftRecipe } from './recipe.ts'

/** Draws what `count` units make, before bundles and generators open (rules §4). */
export function drawCraft(recipe: CraftRecipe, count: number, rng: Rng): ItemAmount[] {
  return recipe.outputs.map((output) => ({ itemId: output.itemId, count: drawOutput(output, count, rng) }))
}

function drawOutput({ random, count: fixed, minCount, maxCount }: CraftOutput, units: number, rng: Rng): number {
  if (!random) return fixed * units
  let sum = 0
  for (let unit = 0; unit < units; unit += 1) sum += minCount + rng.below(maxCount - minCount + 1)
  return sum
}
