import type { CraftRecipe } from '@clutch/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRecipe } from '../testing/create-recipe.ts'
import { buildCostTrees, sumBest, type CostSources } from './cost-tree.ts'
import { listShopping, type ShoppingList } from './shopping-list.ts'

const [ORE, COAL, INGOT, NAIL, HAMMER, CRATE, HOOP] = [1, 2, 10, 20, 30, 40, 50]
const smelt = createRecipe(1, { takes: { [ORE]: 2, [COAL]: 1 }, gives: { [INGOT]: 1 } })
const forge = createRecipe(2, { takes: { [INGOT]: 1 }, keeps: { [HAMMER]: 1 }, gives: { [NAIL]: 4 } })
const build = createRecipe(3, { takes: { [NAIL]: 6, [INGOT]: 1 }, gives: { [CRATE]: 1 } })
const PRICES: Readonly<Record<number, number>> = { [ORE]: 5, [COAL]: 1, [INGOT]: 30, [NAIL]: 20, [HAMMER]: 100 }

const sourcesOf = (recipes: readonly CraftRecipe[], prices: Readonly<Record<number, number>>): CostSources => ({
  recipesOf: (itemId) => recipes.filter(({ OutputList }) => OutputList.some(({ TypeId }) => TypeId === itemId)),
  priceOf: (itemId) => prices[itemId] ?? 0,
})

function listFor(runs: number, stock: Readonly<Record<number, number>>, prices = PRICES): ShoppingList {
  const has = new Map(Object.entries(stock).map(([itemId, count]) => [Number(itemId), count]))
  return listShopping(build, runs, has, sourcesOf([smelt, forge, build], prices))
}

const shown = ({ toBuy, steps }: ShoppingList) => ({
  toBuy: Object.fromEntries(toBuy.map(({ itemId, count }) => [itemId, count])),
  steps: steps.map(({ recipe, runs }) => [recipe.TypeId, runs]),
})

test('lists raw items to buy and crafts in order, with the tools that concurrent runs take', () => {
  expect(shown(listFor(2, {}))).toEqual({
    // Two ingots, and twelve nails, which are three runs of an ingot and a hammer each.
    toBuy: { [ORE]: 10, [COAL]: 5, [HAMMER]: 3 },
    steps: [
      [1, 5],
      [2, 3],
    ],
  })
})

test('uses the stock first, including intermediate items, and the surplus of runs', () => {
  expect(shown(listFor(1, { [NAIL]: 2, [HAMMER]: 1, [INGOT]: 1 }))).toEqual({
    toBuy: { [ORE]: 2, [COAL]: 1 },
    steps: [
      [1, 1],
      [2, 1],
    ],
  })
  expect(shown(listFor(1, { [NAIL]: 6, [INGOT]: 1 }))).toEqual({ toBuy: {}, steps: [] })
})

test('a tool that one step returns serves the next', () => {
  const bend = createRecipe(4, { takes: { [INGOT]: 1 }, keeps: { [HAMMER]: 1 }, gives: { [HOOP]: 1 } })
  const cart = createRecipe(5, { takes: { [NAIL]: 4, [HOOP]: 1 }, gives: { [CRATE]: 1 } })
  const list = listShopping(cart, 1, new Map(), sourcesOf([forge, bend], PRICES))
  expect(shown(list)).toEqual({
    toBuy: { [INGOT]: 2, [HAMMER]: 1 },
    steps: [
      [2, 1],
      [4, 1],
    ],
  })
})

test('buys what is cheaper to buy, and what cannot be crafted', () => {
  expect(shown(listFor(1, {}, { ...PRICES, [NAIL]: 1 }))).toEqual({
    toBuy: { [NAIL]: 6, [ORE]: 2, [COAL]: 1 },
    steps: [[1, 1]],
  })
})

const itemId = fc.integer({ min: 1, max: 12 })
const count = fc.integer({ min: 1, max: 4 })
const counts = fc.dictionary(itemId.map(String), count, { minKeys: 1, maxKeys: 3 })
const recipe = fc.record({ takes: counts, keeps: fc.option(counts, { nil: {} }), gives: counts })
const worlds = fc.record({
  recipes: fc.array(recipe, { minLength: 1, maxLength: 8 }),
  stock: fc.dictionary(itemId.map(String), fc.nat(9)),
  prices: fc.dictionary(itemId.map(String), fc.nat(50)),
  runs: count,
})

test('the list costs what the cost tree shows without stock and tools', () => {
  fc.assert(
    fc.property(worlds, ({ recipes: parts, prices, runs }) => {
      const recipes = parts.map((part, index) => createRecipe(index + 1, { ...part, keeps: {} }))
      const [wanted] = recipes
      if (wanted === undefined) return
      const sources = sourcesOf(recipes, prices)
      const needs = wanted.ConsumableList.map(({ TypeId, Count }) => ({ itemId: TypeId, count: Count * runs }))
      const shownCost = sumBest(buildCostTrees(needs, new Map(), sources))
      const { toBuy } = listShopping(wanted, runs, new Map(), sources)
      const cost = toBuy.reduce((sum, { itemId: id, count: amount }) => sum + sources.priceOf(id) * amount, 0)
      expect(shownCost ?? cost).toBe(cost)
    }),
  )
})

test('buying the list and crafting its steps in order covers the runs', () => {
  fc.assert(
    fc.property(worlds, ({ recipes: parts, stock, prices, runs }) => {
      const recipes = parts.map((part, index) => createRecipe(index + 1, part))
      const [wanted] = recipes
      if (wanted === undefined) return
      const has = new Map(Object.entries(stock).map(([id, amount]) => [Number(id), amount]))
      const list = listShopping(wanted, runs, has, sourcesOf(recipes, prices))
      for (const { itemId: id, count: amount } of list.toBuy) has.set(id, (has.get(id) ?? 0) + amount)
      for (const step of list.steps) {
        take(has, step.recipe, step.runs)
        for (const { TypeId, Count } of [...step.recipe.RemainList, ...step.recipe.OutputList]) {
          has.set(TypeId, (has.get(TypeId) ?? 0) + Count * step.runs)
        }
      }
      take(has, wanted, runs)
      expect(Math.min(0, ...has.values())).toBe(0)
    }),
  )
})

/** Takes the ingredients of runs. @throws if something is missing, even if a later step yields it */
function take(has: Map<number, number>, { ConsumableList, RemainList }: CraftRecipe, runs: number): void {
  for (const { TypeId, Count } of [...ConsumableList, ...RemainList]) {
    has.set(TypeId, (has.get(TypeId) ?? 0) - Count * runs)
    if ((has.get(TypeId) ?? 0) < 0) throw new Error(`Too few of item ${TypeId}`)
  }
}
