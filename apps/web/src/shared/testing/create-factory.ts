import type { FactoryRecipe } from '@clutch/contract'

const names = { en: 'Slot', ru: 'Slot', zh: 'Slot', tr: 'Slot', pt: 'Slot', ja: 'Slot' }
const option = (type_id: number, time_for_craft_sec: number, drops: Readonly<Record<number, number>> = {}) => ({
  item: { type_id },
  time_for_craft_sec,
  possible_drop_list: Object.entries(drops).map(([id, weight]) => ({ type_id: Number(id), weight })),
})

/** A factory with a slot of two items, one of which has drops, and a slot of one. */
export function createFactory(generatorIds: number[]): FactoryRecipe {
  return {
    receipt_id: 1,
    name: 'Field',
    names,
    required_list: [
      { type_id: 1, count: 4 },
      { type_id: 2, count: 1 },
    ],
    optional_list: [
      { name: 'Soil', names, list: [option(2, 60), option(3, 20, { 8: 3, 9: 1 })] },
      { name: 'Water', names, list: [option(5, 100)] },
    ],
    timer_result_ids: generatorIds,
  }
}
