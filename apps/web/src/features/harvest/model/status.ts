import type { HarvestItem, HarvestRecipe, HarvestUserData } from '@clutch/contract'
import { asItemId, sumItems, type ItemAmount } from '@clutch/economy'
import type { HarvestSetup } from './setup.ts'

/** State of a saved recipe: off, running, or enabled while no run can begin. */
export type HarvestStatus = 'off' | 'running' | 'stalled'

export function statusOf(saved: HarvestUserData | undefined): HarvestStatus {
  if (saved !== undefined && saved.active_count > 0) return 'running'
  return saved?.enabled === true ? 'stalled' : 'off'
}

/**
 * What the next runs take from the stock, by the first usable choice of each slot; where no choice is usable, by the one
 * of highest priority. An amount that a choice keeps in stock counts as needed.
 */
export function needsOfRuns(
  recipe: HarvestRecipe,
  setup: HarvestSetup,
  runs: number,
  inventory: ReadonlyMap<number, number>,
): readonly ItemAmount[] {
  const needs = recipe.items_slots.map(({ available_items }, slot) => {
    const choices = (setup.slots[slot] ?? [])
      .toSorted((a, b) => b.priority - a.priority || a.item_id - b.item_id)
      .flatMap(({ item_id, limit }) => {
        const item = available_items.find((each) => each.item_id === item_id)
        return item === undefined ? [] : [{ item, limit }]
      })
    const usable = choices.find(({ item, limit }) => hasAll(needsOfItem(item, limit, 1), inventory))
    const chosen = usable ?? choices[0]
    return chosen === undefined ? [] : needsOfItem(chosen.item, chosen.limit, runs)
  })
  return sumItems(needs)
}

function needsOfItem({ item_id, count, requirements }: HarvestItem, limit: number, runs: number): ItemAmount[] {
  return [
    { itemId: asItemId(item_id), count: count * runs + limit },
    ...requirements.map((required) => ({ itemId: asItemId(required.item_id), count: required.count * runs })),
  ]
}

function hasAll(needs: readonly ItemAmount[], inventory: ReadonlyMap<number, number>): boolean {
  return needs.every(({ itemId, count }) => (inventory.get(itemId) ?? 0) >= count)
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
