import type { HarvestRecipe, HarvestUserData } from '@clutch/contract'
import { HARVEST_PARALLEL_MAX } from '@clutch/contract/constants'
import { missingIngredients, type MissingIngredient } from '@clutch/economy'
import { useInventory } from '#shared/live/live-store.ts'
import { stockIn } from '#shared/production/recipe-rules.ts'
import { planNextRuns, toRecipeRule } from '../model/rules.ts'
import { findEmptySlot, type HarvestSetup } from '../model/setup.ts'
import { needsOfRuns } from '../model/status.ts'

export interface NextRuns {
  /** Runs that could begin now; 0 when none can. */
  readonly count: number
  /** The items that the next run lacks; empty when it lacks none, or when a limit of this setup prevents it. */
  readonly missing: readonly MissingIngredient[]
}

/** What the stock allows right now with this setup; undefined while a slot has no selected item. */
export function useNextRuns(
  recipe: HarvestRecipe,
  setup: HarvestSetup,
  userData: HarvestUserData | undefined,
): NextRuns | undefined {
  const inventory = useInventory()
  if (findEmptySlot(setup) !== undefined) return undefined
  const places = setup.maxParallel === 0 ? HARVEST_PARALLEL_MAX : setup.maxParallel
  if ((userData?.active_count ?? 0) >= places) return { count: 0, missing: [] }
  const plan = planNextRuns(toRecipeRule(recipe), { ...setup, enabled: true }, userData, inventory)
  if (plan !== undefined) return { count: plan.count, missing: [] }
  return { count: 0, missing: missingIngredients(needsOfRuns(recipe, setup, 1, inventory), stockIn(inventory)) }
}
