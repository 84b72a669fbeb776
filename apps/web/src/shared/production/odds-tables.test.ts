import { expect, test } from 'vitest'
import { createFactory } from '../testing/create-factory.ts'
import { createItem, createOpening } from '../testing/create-item.ts'
import { createRecipe } from '../testing/create-recipe.ts'
import { craftOdds, factoryOdds, itemOdds } from './odds-tables.ts'

const CHEST = 3
const FIND = 20
const NOTHING = 40
const find = createOpening(FIND, 'generator', [
  [1, 70],
  [NOTHING, 30],
])
const byId = new Map([createItem(1), createItem(CHEST), find].map((item) => [item.Itemdefid, item]))
const openChest = createRecipe(1, { takes: { [CHEST]: 1 }, gives: { [FIND]: 5 } })

test('a craft lists the chances of its outputs, including that of nothing, and the number of draws', () => {
  const [table] = craftOdds(openChest, byId)
  expect(table).toMatchObject({ itemId: FIND, isChance: true, min: 5, max: 5 })
  expect(
    table?.entries.map(({ item_id, is_nothing, weight, total_weight }) => [item_id, is_nothing, weight, total_weight]),
  ).toEqual([
    [1, false, 70, 100],
    [NOTHING, true, 30, 100],
  ])
  expect(craftOdds(createRecipe(2, { takes: { 1: 1 }, gives: { [CHEST]: 1 } }), byId)).toEqual([])
})

test('an item that a craft opens lists its chances; one among other ingredients does not', () => {
  expect(itemOdds(CHEST, [openChest], byId).map(({ itemId }) => itemId)).toEqual([FIND])
  expect(itemOdds(CHEST, [createRecipe(1, { takes: { [CHEST]: 1, 1: 2 }, gives: { [FIND]: 5 } })], byId)).toEqual([])
  expect(itemOdds(1, [openChest], byId)).toEqual([])
})

test('a farm lists each generator once with its draws, and the drops of the chosen items', () => {
  const farm = createFactory([FIND, FIND])
  expect(factoryOdds(farm, [null, null], byId)).toMatchObject([{ itemId: FIND, min: 2, max: 2 }])
  const [, drops] = factoryOdds(farm, [3, 5], byId)
  expect(drops?.entries.map(({ item_id, weight, total_weight }) => [item_id, weight, total_weight])).toEqual([
    [8, 3, 4],
    [9, 1, 4],
  ])
})
