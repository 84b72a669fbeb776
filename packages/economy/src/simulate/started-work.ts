import { craftNeeds } from '../areas/craft/recipe.ts'
import { factoryNeeds } from '../areas/factory/recipe.ts'
import type { HarvestSelection } from '../areas/harvest/settings.ts'
import type { Catalogue } from '../core/catalogue.ts'
import type { Command } from '../core/command.ts'
import { COINS } from '../core/ledger/accounts.ts'
import type { AssetId, ItemId, RecipeId, UserId } from '../core/numbers.ts'

/** Work that a player could start, in the terms of its commands (rules §10). */
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
      /** Parallel runs; 0 for no limit. */
      readonly maxParallel: number
      readonly slots: readonly (readonly HarvestSelection[])[]
      /** Whether items gain no experience. */
      readonly ignoresExperience?: boolean
    }
  | { readonly kind: 'roulette'; readonly count: number }

/** The terms that apply to this work. */
export function termsFor<Terms extends Pick<WorkTerms, 'harvestRecipes'>>(terms: Terms, work: StartedWork): Terms {
  if (work.kind !== 'harvest' || work.ignoresExperience !== true) return terms
  const recipe = terms.harvestRecipes.get(work.recipeId)
  if (recipe === undefined) return terms
  const slots = recipe.slots.map(({ items }) => ({ items: items.map((item) => ({ ...item, expForUp: 0 })) }))
  return { ...terms, harvestRecipes: new Map([[work.recipeId, { ...recipe, slots }]]) }
}

/** The commands that start the work, which then only has to be settled. */
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
      // Started runs continue, but none starts again when they end.
      return [true, false].map((enabled) => ({ type: 'set_harvest', userId, enabled, ...settings }))
    }
    case 'roulette':
      return [{ type: 'spin', userId, count: work.count }]
  }
}

/** Assets that the work takes, kept or consumed; none for an unknown recipe. */
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

/** The part of a game's content that affects work. */
export type WorkTerms = Pick<Catalogue, 'items' | 'craftRecipes' | 'factoryRecipes' | 'harvestRecipes'> & {
  readonly roulette: Omit<NonNullable<Catalogue['roulette']>, 'rollOf'> | undefined
}
