import type { FactoryRecipe } from '@clutch/contract'
import { expect, test } from 'vitest'
import { completeChoice, durationSec, expectedYield, startChoice, takenPerUnit } from './factory-plan.ts'

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

test('a unit takes what is required and one of each chosen item', () => {
  expect(takenPerUnit(recipe, [2, 5])).toEqual([
    { itemId: 1, count: 4 },
    { itemId: 2, count: 2 },
    { itemId: 5, count: 1 },
  ])
})

test('its time is the sum of the chosen options’ times', () => {
  expect(durationSec(recipe, [3, 5])).toBe(120)
  expect(durationSec(recipe, [null, 5])).toBe(100)
})

test('it yields a draw of every generator, and of each chosen option’s drops by weight', () => {
  expect(expectedYield(recipe, [3, 5])).toEqual([
    { itemId: 6001, count: 1 },
    { itemId: 6001, count: 1 },
    { itemId: 8, count: 0.75 },
    { itemId: 9, count: 0.25 },
  ])
})
