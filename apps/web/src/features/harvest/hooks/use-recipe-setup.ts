import type { HarvestRecipe, HarvestUserData } from '@clutch/contract'
import { isSameSetup, savedSetup, type HarvestSetup } from '../model/setup.ts'
import { keepDraft, useDrafts } from './draft-store.ts'

export interface RecipeSetup {
  readonly setup: HarvestSetup
  readonly isUnsaved: boolean
  readonly change: (next: HarvestSetup) => void
  readonly discard: () => void
}

/** A recipe's setup with the edits that are not saved yet; edits that lead back to what is saved are none. */
export function useRecipeSetup(recipe: HarvestRecipe, userData: HarvestUserData | undefined): RecipeSetup {
  const saved = savedSetup(recipe, userData)
  const draft = useDrafts().get(recipe.receipt_id)
  const isUnsaved = draft !== undefined && !isSameSetup(draft, saved)
  return {
    setup: isUnsaved ? draft : saved,
    isUnsaved,
    change: (next) => keepDraft(recipe.receipt_id, isSameSetup(next, saved) ? undefined : next),
    discard: () => keepDraft(recipe.receipt_id, undefined),
  }
}
