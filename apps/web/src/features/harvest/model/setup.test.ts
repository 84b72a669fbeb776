import { expect, test } from 'vitest'
import { createHarvestData, createHarvestItem, createHarvestRecipe } from '#shared/testing/create-harvest.ts'
import { changeSelection, findEmptySlot, isSameSetup, savedSetup, toggleItem, toUpdateBody } from './setup.ts'

const [PICK, LAMP, CANDLE] = [1, 2, 3]
const recipe = createHarvestRecipe([[createHarvestItem(PICK)], [createHarvestItem(LAMP), createHarvestItem(CANDLE)]])
const plain = { limit: 0, max: 0, priority: 0 }
const fresh = savedSetup(recipe, undefined)

test('a recipe that was never set up begins enabled, with every slot empty', () => {
  expect(fresh).toEqual({ enabled: true, maxParallel: 0, slots: [[], []] })
})

test('what is saved shows as it is, and slots that it does not name are empty', () => {
  const saved = createHarvestData({ enabled: false, max_parallel: 7, items: [[{ item_id: PICK, ...plain }]] })
  expect(savedSetup(recipe, saved)).toEqual({
    enabled: false,
    maxParallel: 7,
    slots: [[{ item_id: PICK, ...plain }], []],
  })
})

test('a press selects an item of a slot, and a second press no longer', () => {
  const selected = toggleItem(toggleItem(fresh, 1, LAMP), 1, CANDLE)
  expect(selected.slots[1]).toEqual([
    { item_id: LAMP, ...plain },
    { item_id: CANDLE, ...plain },
  ])
  expect(toggleItem(selected, 1, LAMP).slots).toEqual([[], [{ item_id: CANDLE, ...plain }]])
})

test.each([
  [10, 9],
  [9, 9],
  [-1, 0],
  [4.7, 4],
])('a priority of %d is brought to %d', (asked, kept) => {
  const selected = toggleItem(fresh, 0, PICK)
  expect(changeSelection(selected, 0, PICK, { priority: asked }).slots[0]?.[0]?.priority).toBe(kept)
})

test('the first slot without an item is the one to complain about', () => {
  expect(findEmptySlot(fresh)).toBe(0)
  expect(findEmptySlot(toggleItem(fresh, 0, PICK))).toBe(1)
  expect(findEmptySlot(toggleItem(toggleItem(fresh, 0, PICK), 1, LAMP))).toBeUndefined()
})

test('the order of selections is no difference, any number is', () => {
  const one = toggleItem(toggleItem(fresh, 1, LAMP), 1, CANDLE)
  const other = toggleItem(toggleItem(fresh, 1, CANDLE), 1, LAMP)
  expect(isSameSetup(one, other)).toBe(true)
  expect(isSameSetup(one, changeSelection(one, 1, LAMP, { limit: 1 }))).toBe(false)
  expect(isSameSetup(one, { ...one, enabled: false })).toBe(false)
  expect(isSameSetup(one, { ...one, maxParallel: 1 })).toBe(false)
})

test('the update names every slot with its selected items', () => {
  const setup = changeSelection(toggleItem(fresh, 1, LAMP), 1, LAMP, { limit: 5, max: 2, priority: 9 })
  expect(toUpdateBody(21, setup)).toEqual({
    receipt_id: 21,
    enabled: true,
    max_parallel: 0,
    items: [[], [{ item_id: LAMP, limit: 5, max: 2, priority: 9 }]],
  })
})
