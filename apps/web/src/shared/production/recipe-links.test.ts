import { expect, test } from 'vitest'
import { createItem, createOpening } from '../testing/create-item.ts'
import { createRecipe } from '../testing/create-recipe.ts'
import { findMakers, findUses, type RecipeBook } from './recipe-links.ts'

const names = { en: 'Field', ru: 'Field', zh: 'Field', tr: 'Field', pt: 'Field', ja: 'Field' }
const book: RecipeBook = {
  craft: [
    createRecipe(1, { takes: { 1: 2 }, keeps: { 2: 1 }, gives: { 3: 1 } }),
    createRecipe(2, { takes: { 3: 1 }, gives: { 100: 1 } }),
  ],
  factory: [
    {
      receipt_id: 7,
      name: 'Field',
      names,
      required_list: [{ type_id: 3, count: 1 }],
      optional_list: [
        {
          name: 'Soil',
          names,
          list: [{ item: { type_id: 2 }, time_for_craft_sec: 1, possible_drop_list: [{ type_id: 5, weight: 1 }] }],
        },
      ],
      timer_result_ids: [100],
    },
  ],
  harvest: [
    {
      receipt_id: 9,
      name: 'Hill',
      names,
      duration_hour: 1,
      items_slots: [
        {
          name: 'Tool',
          names,
          available_items: [
            {
              item_id: 2,
              count: 1,
              requirements: [{ item_id: 6, count: 1 }],
              exp_for_up: 0,
              result_after_up: null,
              lootmore_coef: 1,
              speed_coef: 1,
              break_percent: 0,
              on_break_result: [],
            },
          ],
        },
      ],
      result: [{ item_id: 1, count: 1, chance_percent: 100 }],
    },
  ],
  items: [
    createItem(1),
    createItem(4),
    createOpening(100, 'generator', [
      [4, 1],
      [1, 3],
    ]),
  ],
}
const ids = (links: readonly { readonly area: string; readonly recipeId: number }[]) =>
  links.map(({ area, recipeId }) => `${area} ${recipeId}`)

test('an item is made by every recipe that yields it, also through opened bundles', () => {
  expect(ids(findMakers(1, book))).toEqual(['craft 2', 'factory 7', 'harvest 9'])
  expect(ids(findMakers(3, book))).toEqual(['craft 1'])
  expect(ids(findMakers(5, book))).toEqual(['factory 7'])
})

test('an item is used in every recipe that consumes, borrows or additionally requires it', () => {
  expect(ids(findUses(2, book))).toEqual(['craft 1', 'factory 7', 'harvest 9'])
  expect(ids(findUses(3, book))).toEqual(['craft 2', 'factory 7'])
  expect(ids(findUses(6, book))).toEqual(['harvest 9'])
})
