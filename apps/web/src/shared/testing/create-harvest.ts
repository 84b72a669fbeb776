import type { HarvestItem, HarvestRecipe, HarvestUserData } from '@clutch/contract'

/** A harvest slot's item with defaults for everything not given. */
export function createHarvestItem(itemId: number, parts: Partial<HarvestItem> = {}): HarvestItem {
  return {
    item_id: itemId,
    count: 1,
    requirements: [],
    exp_for_up: 0,
    result_after_up: null,
    lootmore_coef: 1,
    speed_coef: 1,
    break_percent: 0,
    on_break_result: [],
    ...parts,
  }
}

/** A harvest recipe with these items per slot. */
export function createHarvestRecipe(
  slots: readonly (readonly HarvestItem[])[],
  parts: Partial<HarvestRecipe> = {},
): HarvestRecipe {
  return {
    receipt_id: 1,
    name: 'Meadow',
    names: inEveryLanguage('Meadow'),
    duration_hour: 1,
    items_slots: slots.map((items, slot) => ({
      name: `Slot ${slot}`,
      names: inEveryLanguage(`Slot ${slot}`),
      available_items: [...items],
    })),
    result: [{ item_id: 900, count: 2, chance_percent: 100 }],
    ...parts,
  }
}

function inEveryLanguage(name: string): HarvestRecipe['names'] {
  return { en: name, ru: name, zh: name, tr: name, pt: name, ja: name }
}

/** A player's setup and runs of a recipe, with defaults. */
export function createHarvestData(parts: Partial<HarvestUserData> = {}): HarvestUserData {
  return {
    receipt_id: 1,
    enabled: true,
    active_count: 0,
    active_list: [],
    max_parallel: 0,
    items: [],
    exp_by_item: {},
    ...parts,
  }
}
