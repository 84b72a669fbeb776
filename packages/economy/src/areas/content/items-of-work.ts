import type { ItemId } from '../../core/numbers.ts'
import { craftGrants } from '../craft/recipe.ts'
import { estimateOpening, type GrantRange } from '../items/estimate-opening.ts'
import type { RecipeInUse, WorkContent } from './contents.ts'

/** Every item that work by a recipe may still grant or return. */
export function itemsOfWork(content: WorkContent, { kind, recipeId }: RecipeInUse): Set<ItemId> {
  switch (kind) {
    case 'craft': {
      const recipe = content.craftRecipes.get(recipeId)
      if (recipe === undefined) return new Set()
      const outputs = [...estimateOpening(content, craftGrants(recipe, 1)).max.keys()]
      return new Set([...outputs, ...recipe.consumable.map(({ itemId }) => itemId)])
    }
    case 'factory': {
      const recipe = content.factoryRecipes.get(recipeId)
      if (recipe === undefined) return new Set()
      const options = recipe.slots.flat()
      const drops = options.flatMap((option) => option.drops.map(({ itemId }) => itemId))
      const outputs = [...estimateOpening(content, [...recipe.generatorIds, ...drops].map(one)).max.keys()]
      return new Set([...outputs, ...[...recipe.required, ...options].map(({ itemId }) => itemId)])
    }
    case 'harvest': {
      const recipe = content.harvestRecipes.get(recipeId)
      if (recipe === undefined) return new Set()
      const items = recipe.slots.flatMap((slot) => slot.items)
      const made = [...recipe.results.map(({ itemId }) => itemId), ...items.flatMap((item) => item.onBreakResult)]
      const outputs = [...estimateOpening(content, made.map(one)).max.keys()]
      return new Set([...outputs, ...items.flatMap(({ resultAfterUp }) => resultAfterUp ?? [])])
    }
  }
}

function one(itemId: ItemId): GrantRange {
  return { itemId, min: 0, expected: 1, max: 1 }
}
