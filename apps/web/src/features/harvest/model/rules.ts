import type { HarvestItem, HarvestRecipe, HarvestUserData } from '@clutch/contract'
import {
  asItemId,
  asRecipeId,
  planRuns,
  type HarvestItem as ItemRule,
  type HarvestRecipe as RecipeRule,
  type ItemId,
  type RunPlan,
  type RunsInProgress,
} from '@clutch/economy'
import type { HarvestSetup } from './setup.ts'

/** A recipe in the rules' words. */
export function toRecipeRule({ receipt_id, duration_hour, items_slots, result }: HarvestRecipe): RecipeRule {
  return {
    id: asRecipeId(receipt_id),
    durationHour: duration_hour,
    slots: items_slots.map(({ available_items }) => ({ items: available_items.map(toItemRule) })),
    results: result.map(({ item_id, count, chance_percent }) => ({
      itemId: asItemId(item_id),
      count,
      chancePercent: chance_percent,
    })),
  }
}

function toItemRule(item: HarvestItem): ItemRule {
  return {
    itemId: asItemId(item.item_id),
    count: item.count,
    requirements: item.requirements.map(({ item_id, count }) => ({ itemId: asItemId(item_id), count })),
    expForUp: item.exp_for_up,
    resultAfterUp: item.result_after_up === null ? undefined : asItemId(item.result_after_up),
    lootmoreCoef: item.lootmore_coef,
    speedCoef: item.speed_coef,
    breakPercent: item.break_percent,
    onBreakResult: item.on_break_result.map(asItemId),
  }
}

/** The selected items per slot, as the rules know them. */
export function selectedRules(rule: RecipeRule, setup: HarvestSetup): readonly (readonly ItemRule[])[] {
  return rule.slots.map(({ items }, slot) =>
    items.filter(({ itemId }) => setup.slots[slot]?.some(({ item_id }) => item_id === itemId)),
  )
}

/** The selected items of the highest priority per slot: those that a run takes while they are in stock (rules §6). */
export function usualRules(rule: RecipeRule, setup: HarvestSetup): readonly (readonly ItemRule[])[] {
  const highest = setup.slots.map((selections) => {
    const priority = Math.max(...selections.map((selection) => selection.priority))
    return selections.filter((selection) => selection.priority === priority)
  })
  return selectedRules(rule, { ...setup, slots: highest })
}

/** The first runs that this setup would start with the current stock; undefined if none can start. */
export function planNextRuns(
  rule: RecipeRule,
  setup: HarvestSetup,
  saved: HarvestUserData | undefined,
  inventory: ReadonlyMap<number, number>,
): RunPlan | undefined {
  const settings = {
    enabled: setup.enabled,
    maxParallel: setup.maxParallel,
    slots: setup.slots.map((selections) =>
      selections
        .map(({ item_id, limit, max, priority }) => ({ itemId: asItemId(item_id), limit, max, priority }))
        .toSorted((a, b) => b.priority - a.priority || a.itemId - b.itemId),
    ),
  }
  return planRuns(rule, settings, runsInProgress(rule, saved), (itemId) => inventory.get(itemId) ?? 0)
}

/** What is at work of a recipe. */
function runsInProgress(rule: RecipeRule, saved: HarvestUserData | undefined): RunsInProgress {
  const itemsInRuns = new Map<ItemId, number>()
  for (const { list, count } of saved?.active_list ?? []) {
    for (const [slot, itemId] of list.map(asItemId).entries()) {
      const perRun = rule.slots[slot]?.items.find((item) => item.itemId === itemId)?.count ?? 1
      itemsInRuns.set(itemId, (itemsInRuns.get(itemId) ?? 0) + perRun * count)
    }
  }
  return { activeCount: saved?.active_count ?? 0, itemsInRuns }
}
