import { drawBinomial } from '../../core/chance/binomial.ts'
import type { ItemAmount } from '../../core/item-amounts.ts'
import type { Rng } from '../../core/chance/rng.ts'
import type { HarvestItem, HarvestRecipe } from './recipe.ts'
import { lootMillionths, MILLION, splitChance, splitWorth } from './multipliers.ts'

/**
 * Draws what `runs` runs with the same items yield, before bundles and generators open (rules §6): units by chance,
 * each worth count × loot, with the fraction drawn per unit. Exact in distribution for any number of runs.
 */
export function drawResults(
  recipe: HarvestRecipe,
  chosen: readonly HarvestItem[],
  runs: number,
  rng: Rng,
): ItemAmount[] {
  const loot = lootMillionths(chosen)
  return recipe.results.map((result) => {
    const chance = splitChance(result.chancePercent)
    const units = runs * chance.fixed + drawBinomial(runs, chance.part, chance.whole, rng)
    const worth = splitWorth(result, loot)
    return { itemId: result.itemId, count: units * worth.fixed + drawBinomial(units, worth.part, MILLION, rng) }
  })
}
