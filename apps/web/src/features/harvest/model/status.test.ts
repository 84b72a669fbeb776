import { describe, expect, test } from 'vitest'
import { createHarvestData, createHarvestItem, createHarvestRecipe } from '#shared/testing/create-harvest.ts'
import { changeSelection, savedSetup, toggleItem, type HarvestSetup } from './setup.ts'
import { actOf, modifiersOf, needsOfRuns, statusOf } from './status.ts'

const [PICK, LAMP, CANDLE, OIL] = [1, 2, 3, 4]
const lamp = createHarvestItem(LAMP, { requirements: [{ item_id: OIL, count: 2 }] })
const recipe = createHarvestRecipe([[createHarvestItem(PICK)], [lamp, createHarvestItem(CANDLE)]])
const setup = toggleItem(toggleItem(savedSetup(recipe, undefined), 0, PICK), 1, LAMP)

describe('a recipe', () => {
  test('that was never set up is off', () => expect(statusOf(undefined)).toBe('off'))
  test('that is disabled is off', () => expect(statusOf(createHarvestData({ enabled: false }))).toBe('off'))
  test('with runs is at work, even while it is disabled', () =>
    expect(statusOf(createHarvestData({ enabled: false, active_count: 2 }))).toBe('running'))
  test('that is enabled without a run is stalled', () => expect(statusOf(createHarvestData())).toBe('stalled'))
})

test('badges show only what changes something: loot and speed other than 1, a chance to break above 0', () => {
  expect(modifiersOf(createHarvestItem(PICK))).toEqual([])
  const worn = createHarvestItem(PICK, { lootmore_coef: 1.2, speed_coef: 0.9, break_percent: 4 })
  expect(modifiersOf(worn)).toEqual([
    { kind: 'loot', value: 1.2, isGood: true },
    { kind: 'speed', value: 0.9, isGood: false },
    { kind: 'break', value: 4, isGood: false },
  ])
})

describe('the next runs need', () => {
  const needs = (chosen: HarvestSetup, runs: number, stock: readonly (readonly [number, number])[] = []) =>
    needsOfRuns(recipe, chosen, runs, new Map(stock)).map(({ itemId, count }) => [itemId, count])

  test('an item per slot and what each item requires, for every run', () => {
    expect(needs(setup, 1)).toEqual([
      [PICK, 1],
      [LAMP, 1],
      [OIL, 2],
    ])
    expect(needs(setup, 3)).toEqual([
      [PICK, 3],
      [LAMP, 3],
      [OIL, 6],
    ])
  })
  test('what is kept in stock once, however many runs there are', () => {
    expect(needs(changeSelection(setup, 0, PICK, { limit: 3 }), 2)[0]).toEqual([PICK, 5])
  })
  test('the usable choice of a slot instead of the preferred one', () => {
    const both = changeSelection(toggleItem(setup, 1, CANDLE), 1, LAMP, { priority: 5 })
    expect(needs(both, 1)).toContainEqual([LAMP, 1])
    expect(needs(both, 1, [[CANDLE, 1]])).toEqual([
      [PICK, 1],
      [CANDLE, 1],
    ])
  })
  test('the sum of what two slots take of one item', () => {
    const shared = createHarvestRecipe([[createHarvestItem(PICK)], [createHarvestItem(PICK)]])
    const twice = toggleItem(toggleItem(savedSetup(shared, undefined), 0, PICK), 1, PICK)
    expect(needsOfRuns(shared, twice, 1, new Map([[PICK, 1]]))).toEqual([{ itemId: PICK, count: 2 }])
  })
})

test('the button says what sending does', () => {
  expect(actOf(setup, undefined)).toBe('start')
  expect(actOf(setup, createHarvestData({ enabled: false }))).toBe('start')
  expect(actOf(setup, createHarvestData())).toBe('update')
  expect(actOf({ ...setup, enabled: false }, createHarvestData())).toBe('stop')
  expect(actOf({ ...setup, enabled: false }, undefined)).toBe('save')
})
