import { create } from 'zustand'
import { tokens } from '#shared/auth/session.ts'
import { tokenSubject } from '#shared/auth/token-subject.ts'
import type { HarvestSetup } from '../model/setup.ts'

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
export function keepDraft(recipeId: number, setup: HarvestSetup | undefined): void {
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
