import { expect, test } from 'vitest'
import { toFactoryRule } from '#shared/production/recipe-rules.ts'
import { createFactory } from '#shared/testing/create-factory.ts'
import { createItem } from '#shared/testing/create-item.ts'
import { bestChoice, startChoice } from './factory-plan.ts'
import { itemsOf, valueChoice } from './factory-value.ts'

const recipe = createFactory([])
const rule = toFactoryRule(recipe)
const items = [1, 2, 3, 5, 8, 9].map((id) => createItem(id))
const priceOf = (coins: number) => ({ sell: coins, buy: coins, mySell: 0, myBuy: 0 })
const prices = new Map([1, 2, 5].map((itemId) => [itemId, priceOf(1)]))
  .set(3, priceOf(50))
  .set(8, priceOf(60))
  .set(9, priceOf(60))
const valueOf = (choice: readonly (number | null)[]) =>
  valueChoice(rule, items, choice, 'now', (itemId) => prices.get(itemId) ?? priceOf(0))

test('a profit counts what an open slot will take', () => {
  // Without its slot the farm seems to cost 6; with the soil that drops something it takes 50 more and yields 60.
  expect(valueOf([null, 5]).cost).toBe(6)
  const assumed = bestChoice(recipe, startChoice(recipe), (choice) => valueOf(choice).profit)
  expect(assumed).toEqual([3, 5])
  expect(valueOf(assumed)).toMatchObject({ cost: 56, worth: 60, profit: 4 })
})

test('every item whose price matters is known beforehand', () => {
  expect(itemsOf(rule, items).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 5, 8, 9])
})
