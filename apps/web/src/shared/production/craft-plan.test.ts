import { expect, test } from 'vitest'
import { createRecipe } from '../testing/create-recipe.ts'
import { averageOf, countRuns, findMissing, takenPerUnit } from './craft-plan.ts'

const recipe = createRecipe(1, { takes: { 10: 3, 11: 1 }, keeps: { 20: 1 }, gives: { 30: 1 } })

test('the maximum craftable count is the least of what remain and consumable items allow, floored', () => {
  expect(
    countRuns(
      takenPerUnit(recipe),
      new Map([
        [10, 10],
        [11, 9],
        [20, 2],
      ]),
    ),
  ).toBe(2)
  expect(
    countRuns(
      takenPerUnit(recipe),
      new Map([
        [10, 10],
        [11, 9],
      ]),
    ),
  ).toBe(0)
})

test('the maximum craftable count is capped at 1000', () => {
  expect(
    countRuns(
      takenPerUnit(recipe),
      new Map([
        [10, 1e6],
        [11, 1e6],
        [20, 1e6],
      ]),
    ),
  ).toBe(1_000)
})

test('an item that is kept and consumed is needed twice', () => {
  expect(takenPerUnit(createRecipe(2, { takes: { 10: 3 }, keeps: { 10: 2 }, gives: { 30: 1 } }))).toEqual([
    { itemId: 10, count: 5 },
  ])
})

test('what is missing tells the whole need beside what is there', () => {
  expect(
    findMissing(
      takenPerUnit(recipe),
      4,
      new Map([
        [10, 5],
        [11, 4],
        [20, 4],
      ]),
    ),
  ).toEqual([{ itemId: 10, count: 12, have: 5 }])
})

test('a random output counts by the middle of its range', () => {
  expect(averageOf({ TypeId: 1, Count: 6, Random: true, MinCount: 2, MaxCount: 6 })).toBe(4)
  expect(averageOf({ TypeId: 1, Count: 6, Random: false, MinCount: 6, MaxCount: 6 })).toBe(6)
})
