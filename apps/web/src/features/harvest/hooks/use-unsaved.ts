import type { HarvestRecipe, HarvestUserData } from '@clutch/contract'
import { isSameSetup, savedSetup } from '../model/setup.ts'
import { useDrafts } from './draft-store.ts'

/** The recipes with edits that are not saved. */
export function useUnsaved(
  recipes: readonly HarvestRecipe[],
  dataOf: (recipeId: number) => HarvestUserData | undefined,
): ReadonlySet<number> {
  const drafts = useDrafts()
  const unsaved = recipes.filter((recipe) => {
    const draft = drafts.get(recipe.receipt_id)
    return draft !== undefined && !isSameSetup(draft, savedSetup(recipe, dataOf(recipe.receipt_id)))
  })
  return new Set(unsaved.map(({ receipt_id }) => receipt_id))
}
