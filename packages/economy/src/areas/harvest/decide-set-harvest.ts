import type { EconomyEvent } from '../../core/event.ts'
import { isAmount } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import type { HarvestRecipe } from './recipe.ts'
import { PARALLEL_MAX, PRIORITY_MAX, type HarvestSelection, type SetHarvest } from './settings.ts'

/**
 * Replaces a player's settings for a recipe (rules §6); runs in progress continue. Selections are stored in order of
 * preference: highest priority first, then lower item id.
 */
export function decideSetHarvest(world: World, command: SetHarvest): Result<EconomyEvent[], Rejection> {
  const { userId, recipeId, enabled, maxParallel } = command
  const recipe = world.catalogue.harvestRecipes.get(recipeId)
  if (recipe === undefined) return fail({ code: 'recipe_not_found', recipeId })
  if (!isAmount(maxParallel) || maxParallel > PARALLEL_MAX) return fail({ code: 'invalid_count', count: maxParallel })
  const refusal = refuseSelections(recipe, command)
  if (refusal !== undefined) return fail(refusal)
  const slots = recipe.slots.map((_, slot) => (command.slots[slot] ?? []).toSorted(byPreference))
  return succeed([{ type: 'harvest_set', userId, recipeId, settings: { enabled, maxParallel, slots } }])
}

function byPreference(a: HarvestSelection, b: HarvestSelection): number {
  return b.priority - a.priority || a.itemId - b.itemId
}

function refuseSelections(recipe: HarvestRecipe, { slots, enabled }: SetHarvest): Rejection | undefined {
  for (const [slot, selections] of slots.entries()) {
    const seen = new Set<number>()
    for (const { itemId, limit, max, priority } of selections) {
      const fits = recipe.slots[slot]?.items.some((item) => item.itemId === itemId) ?? false
      if (!fits || seen.has(itemId)) return { code: 'option_not_available', itemId }
      seen.add(itemId)
      for (const count of [limit, max]) if (!isAmount(count)) return { code: 'invalid_count', count }
      if (!isAmount(priority) || priority > PRIORITY_MAX) return { code: 'invalid_count', count: priority }
    }
  }
  if (slots.length > recipe.slots.length) return { code: 'options_missing', slot: slots.length }
  const empty = recipe.slots.findIndex((_, slot) => (slots[slot] ?? []).length === 0)
  return enabled && empty !== -1 ? { code: 'options_missing', slot: empty } : undefined
}
