import { craftGrants } from '../areas/craft/recipe.ts'
import { chosenOptions, factoryNeeds } from '../areas/factory/recipe.ts'
import type { ItemAmount } from '../core/item-amounts.ts'
import { COINS } from '../core/ledger/accounts.ts'
import { sumItems } from '../core/item-amounts.ts'
import { chooseBounds, exactly, sumBounds, UnitBounds, type BoundsByAsset, type Part, type Prices } from './bounds.ts'
import { harvestParts } from './exact-harvest.ts'
import type { StartedWork, WorkTerms } from './started-work.ts'

/**
 * Exact bounds and averages of what work changes, per asset and in total value (rules §10). Undefined for an unknown
 * recipe.
 */
export function exactChanges(catalogue: WorkTerms, work: StartedWork, prices: Prices): BoundsByAsset | undefined {
  const units = new UnitBounds(catalogue, prices)
  const parts = partsOf(catalogue, work, units)
  return parts && sumBounds(parts)
}

function partsOf(catalogue: WorkTerms, work: StartedWork, units: UnitBounds): Part[] | undefined {
  switch (work.kind) {
    case 'craft': {
      const recipe = catalogue.craftRecipes.get(work.recipeId)
      if (recipe === undefined) return undefined
      const made = craftGrants(recipe, work.count).map((grant): Part => [units.granted(grant.itemId), grant])
      return [...taken(units, sumItems([recipe.consumable], work.count)), ...made]
    }
    case 'factory': {
      const recipe = catalogue.factoryRecipes.get(work.recipeId)
      if (recipe === undefined) return undefined
      const times = exactly(work.count)
      const generated = recipe.generatorIds.map((itemId): Part => [units.granted(itemId), times])
      const dropped = chosenOptions(recipe, work.inputIds).map((option): Part => {
        const drops = option?.drops ?? []
        return [chooseBounds(drops.map(({ itemId, weight }) => [units.granted(itemId), weight])), times]
      })
      return [...taken(units, factoryNeeds(recipe, work.inputIds, work.count)), ...generated, ...dropped]
    }
    case 'harvest': {
      const recipe = catalogue.harvestRecipes.get(work.recipeId)
      return recipe && harvestParts(recipe, work, units)
    }
    case 'roulette': {
      const { roulette } = catalogue
      if (roulette === undefined) return undefined
      const { cost, prizes } = roulette
      const won = prizes.map(({ itemId, count, weight }) => {
        return [sumBounds([[units.granted(itemId ?? COINS), exactly(count)]]), weight] as const
      })
      const times = exactly(work.count)
      return [
        [units.plain(cost.itemId ?? COINS), exactly(-cost.count * work.count)],
        [chooseBounds(won), times],
      ]
    }
  }
}

/** Consumed items. */
function taken(units: UnitBounds, items: readonly ItemAmount[]): Part[] {
  return items.map(({ itemId, count }) => [units.plain(itemId), exactly(-count)])
}
