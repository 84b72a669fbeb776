import { describe, expect, test } from 'vitest'
import { createHarvestData, createHarvestItem, createHarvestRecipe } from '#shared/testing/create-harvest.ts'
import { changeSelection, savedSetup, toggleItem } from './setup.ts'
import { actOf, findMissing, modifiersOf, statusOf } from './status.ts'

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

describe('when no run can begin', () => {
  test('what the selected items lack is named, requirements too', () => {
    expect(findMissing(recipe, setup, new Map())).toEqual([PICK, LAMP, OIL])
    expect(
      findMissing(
        recipe,
        setup,
        new Map([
          [PICK, 1],
          [LAMP, 1],
          [OIL, 1],
        ]),
      ),
    ).toEqual([OIL])
  })
  test('what is kept in stock counts as missing', () => {
    const kept = changeSelection(setup, 0, PICK, { limit: 3 })
    const stock = new Map([
      [PICK, 3],
      [LAMP, 1],
      [OIL, 2],
    ])
    expect(findMissing(recipe, kept, stock)).toEqual([PICK])
  })
  test('a slot with another usable choice lacks nothing', () => {
    const both = toggleItem(setup, 1, CANDLE)
    expect(findMissing(recipe, both, new Map([[CANDLE, 1]]))).toEqual([PICK])
  })
})

test('the button says what sending does', () => {
  expect(actOf(setup, undefined)).toBe('start')
  expect(actOf(setup, createHarvestData({ enabled: false }))).toBe('start')
  expect(actOf(setup, createHarvestData())).toBe('update')
  expect(actOf({ ...setup, enabled: false }, createHarvestData())).toBe('stop')
  expect(actOf({ ...setup, enabled: false }, undefined)).toBe('save')
})
