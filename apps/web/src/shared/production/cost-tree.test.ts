import { expect, test } from 'vitest'
import { createRecipe } from '../testing/create-recipe.ts'
import { bestCost, buildCostTrees, type CostNode, type CostSources } from './cost-tree.ts'

const recipes = [
  createRecipe(1, { takes: { 1: 2, 2: 1 }, gives: { 10: 1 } }),
  createRecipe(2, { takes: { 10: 2 }, keeps: { 99: 1 }, gives: { 20: 4 } }),
  createRecipe(3, { takes: { 3: 1 }, gives: { 20: 1 } }),
]
const recipesOf = (itemId: number) =>
  recipes.filter(({ OutputList }) => OutputList.some(({ TypeId }) => TypeId === itemId))
function treeOf(itemId: number, count: number, sources: CostSources): CostNode {
  const [node] = buildCostTrees([{ itemId, count }], new Map(), sources)
  if (node === undefined) throw new Error('No tree')
  return node
}
const priceOf = (itemId: number) => ({ 1: 5, 2: 4, 10: 20, 20: 30, 3: 100 })[itemId] ?? 0

test('follows the cheapest recipes down to raw items, and buys what is cheaper to buy', () => {
  const tree = treeOf(20, 4, { recipesOf, priceOf })
  expect(tree.recipe?.TypeId).toBe(2)
  expect(tree.buyCost).toBe(120)
  // Two of item 10, each made for 14 rather than bought for 20.
  expect(tree.craftCost).toBe(28)
  expect(bestCost(tree)).toBe(28)
  expect(tree.parts.map(({ itemId, count }) => [itemId, count])).toEqual([[10, 2]])
  expect(tree.parts[0]?.parts.map(({ itemId, count }) => [itemId, count])).toEqual([
    [1, 4],
    [2, 2],
  ])
})

test('counts whole runs only', () => {
  const tree = treeOf(20, 1, { recipesOf, priceOf })
  // One run gives 4 of item 20 for 2 of item 10, though only one is wanted.
  expect(tree.parts.map(({ itemId, count }) => [itemId, count])).toEqual([[10, 2]])
  expect(tree.craftCost).toBe(28)
})

test('a cycle of recipes ends where it began', () => {
  const ring = [
    createRecipe(4, { takes: { 2: 1 }, gives: { 1: 1 } }),
    createRecipe(5, { takes: { 1: 1 }, gives: { 2: 1 } }),
  ]
  const ofRing = (itemId: number) => ring.filter(({ ItemForVision }) => ItemForVision === itemId)
  const tree = treeOf(1, 1, { recipesOf: ofRing, priceOf })
  expect(tree.parts[0]?.parts[0]?.recipe).toBeNull()
  expect(bestCost(tree)).toBe(4)
})

test('an item without price or recipe has no cost', () => {
  expect(bestCost(treeOf(77, 1, { recipesOf, priceOf }))).toBeNull()
})

test('surplus of a run serves later needs', () => {
  const needs = [
    { itemId: 20, count: 3 },
    { itemId: 20, count: 1 },
  ]
  const [first, second] = buildCostTrees(needs, new Map(), { recipesOf, priceOf })
  expect(first).toMatchObject({ lacking: 3, runs: 1 })
  expect(second).toMatchObject({ lacking: 0 })
  expect(second && bestCost(second)).toBe(0)
})

test('the stock is used first, and shrinks by what is used', () => {
  const stock = new Map([
    [10, 1],
    [20, 2],
  ])
  const [node] = buildCostTrees([{ itemId: 20, count: 5 }], stock, { recipesOf, priceOf })
  expect(node).toMatchObject({ lacking: 3, runs: 1, craftCost: 14 })
  expect([stock.get(10), stock.get(20)]).toEqual([0, 1])
})
