import type { FactoryRecipe } from '@clutch/contract'
import { expect, test } from 'vitest'
import { toFactoryRule } from '#shared/production/recipe-rules.ts'
import { completeChoice, knownNeeds, startChoice } from './factory-plan.ts'

const names = { en: 'Slot', ru: 'Slot', zh: 'Slot', tr: 'Slot', pt: 'Slot', ja: 'Slot' }
const option = (type_id: number, time_for_craft_sec: number, drops: Readonly<Record<number, number>> = {}) => ({
  item: { type_id },
  time_for_craft_sec,
  possible_drop_list: Object.entries(drops).map(([id, weight]) => ({ type_id: Number(id), weight })),
})
const recipe: FactoryRecipe = {
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
  timer_result_ids: [6001, 6001],
}

test('a slot with one option is chosen already, and every slot must have a chosen item', () => {
  expect(startChoice(recipe)).toEqual([null, 5])
  expect(completeChoice(startChoice(recipe))).toBeUndefined()
  expect(completeChoice([3, 5])).toEqual([3, 5])
})

test('what it takes is known as far as slots are filled', () => {
  const rule = toFactoryRule(recipe)
  expect(knownNeeds(rule, [2, 5], 2)).toEqual([
    { itemId: 1, count: 8 },
    { itemId: 2, count: 4 },
    { itemId: 5, count: 2 },
  ])
  expect(knownNeeds(rule, [null, 5], 1)).toEqual([
    { itemId: 1, count: 4 },
    { itemId: 2, count: 1 },
    { itemId: 5, count: 1 },
  ])
})
