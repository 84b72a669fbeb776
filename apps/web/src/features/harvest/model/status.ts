import type { HarvestItem, HarvestRecipe, HarvestUserData } from '@clutch/contract'
import type { HarvestSetup } from './setup.ts'

/** How a saved recipe stands: off, at work, or enabled while nothing can begin. */
export type HarvestStatus = 'off' | 'running' | 'stalled'

export function statusOf(saved: HarvestUserData | undefined): HarvestStatus {
  if (saved !== undefined && saved.active_count > 0) return 'running'
  return saved?.enabled === true ? 'stalled' : 'off'
}

/** What a selected item takes of the stock and does not find there, by itself. */
export function missingForItem(
  { item_id, count, requirements }: HarvestItem,
  limit: number,
  inventory: ReadonlyMap<number, number>,
): readonly number[] {
  return [{ item_id, count: count + limit }, ...requirements]
    .filter((needed) => (inventory.get(needed.item_id) ?? 0) < needed.count)
    .map((needed) => needed.item_id)
}

/**
 * The items to name when no run can begin: of each slot without a usable choice, what its first choice lacks. Empty
 * when nothing is short, or when what the choices share is.
 */
export function findMissing(
  recipe: HarvestRecipe,
  setup: HarvestSetup,
  inventory: ReadonlyMap<number, number>,
): readonly number[] {
  const missing = recipe.items_slots.flatMap(({ available_items }, slot) => {
    const choices = (setup.slots[slot] ?? []).toSorted((a, b) => b.priority - a.priority || a.item_id - b.item_id)
    const lacks = choices.flatMap(({ item_id, limit }) => {
      const item = available_items.find((each) => each.item_id === item_id)
      return item === undefined ? [] : [missingForItem(item, limit, inventory)]
    })
    return lacks.some((each) => each.length === 0) ? [] : (lacks[0] ?? [])
  })
  return [...new Set(missing)]
}

export interface Modifier {
  readonly kind: 'loot' | 'speed' | 'break'
  readonly value: number
  readonly isGood: boolean
}

/** What an item does to a run, without what leaves it as it is: 1, 1 and 0 (document 2 §2). */
export function modifiersOf({ lootmore_coef, speed_coef, break_percent }: HarvestItem): readonly Modifier[] {
  return [
    { kind: 'loot' as const, value: lootmore_coef, neutral: 1, isGood: lootmore_coef > 1 },
    { kind: 'speed' as const, value: speed_coef, neutral: 1, isGood: speed_coef > 1 },
    { kind: 'break' as const, value: break_percent, neutral: 0, isGood: false },
  ].flatMap(({ neutral, ...modifier }) => (modifier.value === neutral ? [] : [modifier]))
}

/** What sending a setup does: the word on the button. */
export function actOf(setup: HarvestSetup, saved: HarvestUserData | undefined): 'start' | 'update' | 'stop' | 'save' {
  const wasEnabled = saved?.enabled === true
  if (setup.enabled) return wasEnabled ? 'update' : 'start'
  return wasEnabled ? 'stop' : 'save'
}
