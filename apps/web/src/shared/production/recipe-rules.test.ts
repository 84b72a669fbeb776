import {
  asItemId,
  craftGrants,
  craftNeeds,
  factoryGrants,
  factoryNeeds,
  factoryTimeSec,
  maxCraftCount,
} from '@clutch/economy'
import { expect, test } from 'vitest'
import { createFactory } from '../testing/create-factory.ts'
import { createItem, createOpening } from '../testing/create-item.ts'
import { createRecipe } from '../testing/create-recipe.ts'
import { expectItems, hasChance, stockIn, toCraftRule, toFactoryRule } from './recipe-rules.ts'

const items = [
  createItem(1),
  createItem(2),
  createOpening(10, 'bundle', [
    [1, 3],
    [2, 1],
  ]),
  createOpening(20, 'generator', [
    [1, 1],
    [10, 1],
    [40, 2],
  ]),
]
const grant = (itemId: number, count: number) => ({
  itemId: asItemId(itemId),
  min: count,
  expected: count,
  max: count,
})

test('a craft takes what it returns and what it consumes, and an item that is both with its sum', () => {
  const rule = toCraftRule(createRecipe(2, { takes: { 10: 3, 11: 1 }, keeps: { 10: 2 }, gives: { 30: 1 } }))
  expect(craftNeeds(rule, 2)).toEqual([
    { itemId: 10, count: 10 },
    { itemId: 11, count: 2 },
  ])
})

test('the maximum craftable count is the minimum over the stock, floored and capped at 1000', () => {
  const rule = toCraftRule(createRecipe(1, { takes: { 10: 3 }, keeps: { 20: 1 }, gives: { 30: 1 } }))
  const stock = (ore: number, tools: number) =>
    stockIn(
      new Map([
        [10, ore],
        [20, tools],
      ]),
    )
  expect(maxCraftCount(rule, stock(10, 9))).toBe(3)
  expect(maxCraftCount(rule, stock(10, 0))).toBe(0)
  expect(maxCraftCount(rule, stock(1e6, 1e6))).toBe(1_000)
})

test('a random output counts as the middle of its range', () => {
  const recipe = createRecipe(1, { takes: { 10: 1 }, gives: { 1: 6 } })
  const random = { TypeId: 2, Count: 6, Random: true, MinCount: 2, MaxCount: 6 }
  const rule = toCraftRule({ ...recipe, OutputList: [...recipe.OutputList, random] })
  expect(expectItems(items, craftGrants(rule, 1))).toEqual([
    { itemId: 1, count: 6 },
    { itemId: 2, count: 4 },
  ])
})

test('a bundle yields its entries, a generator each entry by its share, including that of nothing', () => {
  expect(expectItems(items, [grant(10, 2)])).toEqual([
    { itemId: 1, count: 6 },
    { itemId: 2, count: 2 },
  ])
  expect(expectItems(items, [grant(20, 4)])).toEqual([
    { itemId: 1, count: 4 },
    { itemId: 2, count: 1 },
  ])
})

test('a factory takes its requirements and one of each chosen item, and yields generator draws and drops', () => {
  const rule = toFactoryRule(createFactory([20, 20]))
  expect(factoryNeeds(rule, [2, 5].map(asItemId), 1)).toEqual([
    { itemId: 1, count: 4 },
    { itemId: 2, count: 2 },
    { itemId: 5, count: 1 },
  ])
  expect(factoryTimeSec(rule, [3, 5].map(asItemId), 1)).toBe(120)
  expect(expectItems(items, factoryGrants(rule, [3, 5].map(asItemId), 1))).toEqual([
    { itemId: 1, count: 2 },
    { itemId: 2, count: 0.5 },
    { itemId: 8, count: 0.75 },
    { itemId: 9, count: 0.25 },
  ])
})

test('a yield is random if a count is drawn or something random is opened', () => {
  expect(hasChance(items, [grant(1, 3), grant(10, 2)])).toBe(false)
  expect(hasChance(items, [{ ...grant(1, 3), max: 5 }])).toBe(true)
  expect(hasChance(items, [grant(20, 1)])).toBe(true)
})
