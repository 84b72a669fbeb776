import type { HarvestRecipe, HarvestUserData } from '@clutch/contract'
import { HARVEST_PARALLEL_MAX } from '@clutch/contract/constants'
import { useInventory } from '#shared/live/live-store.ts'
import { planNextRuns, toRecipeRule } from '../model/rules.ts'
import { findEmptySlot, type HarvestSetup } from '../model/setup.ts'
import { findMissing } from '../model/status.ts'

export interface NextRuns {
  /** Runs that could begin now; 0 when none can. */
  readonly count: number
  /** What keeps the next run from beginning; empty when nothing does, or when the number of runs does. */
  readonly missing: readonly number[]
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
  return { count: plan?.count ?? 0, missing: plan === undefined ? findMissing(recipe, setup, inventory) : [] }
}
