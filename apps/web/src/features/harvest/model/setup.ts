import type { CallBody, HarvestRecipe, HarvestSelection, HarvestUserData } from '@clutch/contract'
import { HARVEST_PRIORITY_MAX } from '@clutch/contract/constants'

/** What a player sets for a recipe, saved or not yet. */
export interface HarvestSetup {
  readonly enabled: boolean
  /** Runs at once; 0 for the most there may be. */
  readonly maxParallel: number
  /** Selected items per slot of the recipe. */
  readonly slots: readonly (readonly HarvestSelection[])[]
}

/** Default settings: no reserve, no limit, no priority. */
const PLAIN_SELECTION = { limit: 0, max: 0, priority: 0 } as const

/** What is saved. A recipe that was never set up begins enabled: pressing start is all that it takes. */
export function savedSetup(recipe: HarvestRecipe, saved: HarvestUserData | undefined): HarvestSetup {
  return {
    enabled: saved?.enabled ?? true,
    maxParallel: saved?.max_parallel ?? 0,
    slots: recipe.items_slots.map((_, slot) => saved?.items[slot] ?? []),
  }
}

/** Selects an item of a slot, or no longer (document 2 §4). */
export function toggleItem(setup: HarvestSetup, slot: number, itemId: number): HarvestSetup {
  return changeSlot(setup, slot, (selections) =>
    selections.some(({ item_id }) => item_id === itemId)
      ? selections.filter(({ item_id }) => item_id !== itemId)
      : [...selections, { item_id: itemId, ...PLAIN_SELECTION }],
  )
}

/** Changes what is set for a selected item; its priority stays within 0 … 9 (document 2 §5). */
export function changeSelection(
  setup: HarvestSetup,
  slot: number,
  itemId: number,
  changed: Partial<Omit<HarvestSelection, 'item_id'>>,
): HarvestSetup {
  return changeSlot(setup, slot, (selections) =>
    selections.map((selection) => {
      if (selection.item_id !== itemId) return selection
      const next = { ...selection, ...changed }
      return { ...next, priority: clampPriority(next.priority) }
    }),
  )
}

export function clampPriority(priority: number): number {
  return Math.max(0, Math.min(HARVEST_PRIORITY_MAX, Math.trunc(priority)))
}

/** The first slot without a selected item; undefined when each has one. */
export function findEmptySlot({ slots }: HarvestSetup): number | undefined {
  const empty = slots.findIndex((selections) => selections.length === 0)
  return empty === -1 ? undefined : empty
}

/** Whether two setups mean the same; the order of selections means nothing. */
export function isSameSetup(one: HarvestSetup, other: HarvestSetup): boolean {
  return meaningOf(one) === meaningOf(other)
}

export function toUpdateBody(recipeId: number, setup: HarvestSetup): CallBody<'POST /harvest/update'> {
  return {
    receipt_id: recipeId,
    enabled: setup.enabled,
    max_parallel: setup.maxParallel,
    items: setup.slots.map((selections) => [...selections]),
  }
}

function changeSlot(
  setup: HarvestSetup,
  slot: number,
  change: (selections: readonly HarvestSelection[]) => readonly HarvestSelection[],
): HarvestSetup {
  return { ...setup, slots: setup.slots.map((each, index) => (index === slot ? change(each) : each)) }
}

function meaningOf({ enabled, maxParallel, slots }: HarvestSetup): string {
  const selections = slots.map((slot) =>
    slot
      .toSorted((a, b) => a.item_id - b.item_id)
      .map(({ item_id, limit, max, priority }) => [item_id, limit, max, priority]),
  )
  return JSON.stringify([enabled, maxParallel, selections])
}
