import { expect, test } from 'vitest'
import { toFactoryRule } from '#shared/production/recipe-rules.ts'
import { createFactory } from '#shared/testing/create-factory.ts'
import { bestChoice, completeChoice, knownNeeds, startChoice } from './factory-plan.ts'

const recipe = createFactory([6001, 6001])

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

test('an open slot is assumed to hold what is worth most, and what is chosen stays', () => {
  const worths = new Map([
    ['2,5', 7],
    ['3,5', 12],
  ])
  const valueOf = (choice: readonly (number | null)[]) => worths.get(choice.join()) ?? null
  expect(bestChoice(recipe, startChoice(recipe), valueOf)).toEqual([3, 5])
  expect(bestChoice(recipe, [2, 5], valueOf)).toEqual([2, 5])
  expect(
    bestChoice(recipe, [null, 5], () => null),
    'nothing has a price',
  ).toEqual([null, 5])
})
