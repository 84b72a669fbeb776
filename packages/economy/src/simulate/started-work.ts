import { craftNeeds } from '../areas/craft/recipe.ts'
import { factoryNeeds } from '../areas/factory/recipe.ts'
import type { HarvestSelection } from '../areas/harvest/settings.ts'
import type { Catalogue } from '../core/catalogue.ts'
import type { Command } from '../core/command.ts'
import { COINS } from '../core/ledger/accounts.ts'
import type { AssetId, ItemId, RecipeId, UserId } from '../core/numbers.ts'

/** Something that a player might start, as the commands that start it say it (rules §10). */
export type StartedWork =
  | { readonly kind: 'craft'; readonly recipeId: RecipeId; readonly count: number }
  | {
      readonly kind: 'factory'
      readonly recipeId: RecipeId
      readonly inputIds: readonly ItemId[]
      readonly count: number
    }
  | {
      readonly kind: 'harvest'
      readonly recipeId: RecipeId
      /** Runs that begin together; 0 for the most there may be. */
      readonly maxParallel: number
      readonly slots: readonly (readonly HarvestSelection[])[]
      /** Whether items stay what they are, however much experience they gain. */
      readonly ignoresExperience?: boolean
    }
  | { readonly kind: 'roulette'; readonly count: number }

/** The game as the work sees it. */
export function termsFor<Terms extends Pick<WorkTerms, 'harvestRecipes'>>(terms: Terms, work: StartedWork): Terms {
  if (work.kind !== 'harvest' || work.ignoresExperience !== true) return terms
  const recipe = terms.harvestRecipes.get(work.recipeId)
  if (recipe === undefined) return terms
  const slots = recipe.slots.map(({ items }) => ({ items: items.map((item) => ({ ...item, expForUp: 0 })) }))
  return { ...terms, harvestRecipes: new Map([[work.recipeId, { ...recipe, slots }]]) }
}

/** The commands that start it; after them it only has to be waited for. */
export function commandsOf(work: StartedWork, userId: UserId): Command[] {
  switch (work.kind) {
    case 'craft': {
      const { recipeId, count } = work
      return [{ type: 'start_craft', userId, recipeId, count }]
    }
    case 'factory': {
      const { recipeId, inputIds, count } = work
      return [{ type: 'start_factory', userId, recipeId, inputIds, count }]
    }
    case 'harvest': {
      const { recipeId, maxParallel, slots } = work
      const settings = { recipeId, maxParallel, slots }
      // What has begun goes on; nothing begins again when it ends.
      return [true, false].map((enabled) => ({ type: 'set_harvest', userId, enabled, ...settings }))
    }
    case 'roulette':
      return [{ type: 'spin', userId, count: work.count }]
  }
}

/** Everything that the work takes from whoever starts it, kept or used up; nothing for a recipe that is none. */
export function assetsTakenBy(catalogue: WorkTerms, work: StartedWork): AssetId[] {
  switch (work.kind) {
    case 'craft': {
      const recipe = catalogue.craftRecipes.get(work.recipeId)
      return recipe === undefined ? [] : craftNeeds(recipe, 1).map(({ itemId }) => itemId)
    }
    case 'factory': {
      const recipe = catalogue.factoryRecipes.get(work.recipeId)
      return recipe === undefined ? [] : factoryNeeds(recipe, work.inputIds, 1).map(({ itemId }) => itemId)
    }
    case 'harvest': {
      const slots = catalogue.harvestRecipes.get(work.recipeId)?.slots ?? []
      return slots.flatMap(({ items }) =>
        items.flatMap(({ itemId, requirements }) => [itemId, ...requirements.map((required) => required.itemId)]),
      )
    }
    case 'roulette':
      return [catalogue.roulette?.cost.itemId ?? COINS]
  }
}

/** What of a game's content bears on work. */
export type WorkTerms = Pick<Catalogue, 'items' | 'craftRecipes' | 'factoryRecipes' | 'harvestRecipes'> & {
  readonly roulette: Omit<NonNullable<Catalogue['roulette']>, 'rollOf'> | undefined
}
