import { create } from 'zustand'
import { tokens } from '#shared/auth/session.ts'
import { tokenSubject } from '#shared/auth/token-subject.ts'
import { type HarvestSetup, isSameSetup, savedSetup } from '../model/setup.ts'
import type { HarvestRecipe, HarvestUserData } from '@clutch/contract'

interface DraftStore {
  /** Whose drafts these are. */
  readonly player: string | undefined
  /** Unsaved setups by recipe. */
  readonly drafts: ReadonlyMap<number, HarvestSetup>
}

const NO_DRAFTS: DraftStore['drafts'] = new Map()

/** Kept apart from the page, so that buying a missing tool on the market costs nobody their edits. */
const useStore = create<DraftStore>()(() => ({ player: undefined, drafts: NO_DRAFTS }))

/** The player's unsaved setups; another player on the same page begins without any. */
export function useDrafts(): DraftStore['drafts'] {
  return useStore(({ player, drafts }) => (player === currentPlayer() ? drafts : NO_DRAFTS))
}

/** Keeps a recipe's unsaved setup, or forgets it. */
export function persistDraft(recipeId: number, setup: HarvestSetup | undefined): void {
  const player = currentPlayer()
  useStore.setState((before) => {
    const drafts = new Map(before.player === player ? before.drafts : NO_DRAFTS)
    if (setup === undefined) drafts.delete(recipeId)
    else drafts.set(recipeId, setup)
    return { player, drafts }
  })
}

function currentPlayer(): string | undefined {
  return tokenSubject(tokens.get() ?? '')
}

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
    change: (next) => persistDraft(recipe.receipt_id, isSameSetup(next, saved) ? undefined : next),
    discard: () => persistDraft(recipe.receipt_id, undefined),
  }
}

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
