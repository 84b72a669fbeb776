import { expect, test } from 'vitest'
import { createItem } from '#shared/testing/create-item.ts'
import { createRecipe } from '#shared/testing/create-recipe.ts'
import { ALL_GROUPS, FAVORITES_GROUP, listRecipes, type RecipeView } from './recipe-list.ts'

const recipes = [
  createRecipe(1, { group: 'smelting', takes: { 10: 2 }, gives: { 30: 1 } }),
  createRecipe(2, { group: 'kitchen', takes: { 11: 1 }, keeps: { 12: 1 }, gives: { 31: 1 } }),
  createRecipe(3, { group: 'kitchen', takes: { 10: 1 }, gives: { 32: 1 } }),
]
const items = [
  createItem(30, { Name: 'Copper Ingot' }),
  createItem(31, { Name: 'Loaf', NameRu: 'Хлеб' }),
  createItem(32),
]
const gains: Readonly<Record<number, number | null>> = { 1: 5, 2: null, 3: 9 }
const context = {
  byId: new Map(items.map((item) => [item.Itemdefid, item])),
  inventory: new Map([[10, 1]]),
  favorites: new Set([2]),
  valueOf: ({ TypeId }: { readonly TypeId: number }) => ({
    cost: 1,
    worth: 1,
    profit: gains[TypeId] ?? null,
    profitPerHour: gains[TypeId] ?? null,
    isEnergised: false,
  }),
}
const all: RecipeView = { group: ALL_GROUPS, query: '', hidesUnavailable: false, sort: 'game' }
const list = (view: Partial<RecipeView>) =>
  listRecipes(recipes, { ...all, ...view }, context).map(({ TypeId }) => TypeId)

test('lists all recipes, those of a group, or the favourites', () => {
  expect(list({})).toEqual([1, 2, 3])
  expect(list({ group: 'kitchen' })).toEqual([2, 3])
  expect(list({ group: FAVORITES_GROUP })).toEqual([2])
})

test('finds recipes by what they yield, in any language and case', () => {
  expect(list({ query: ' copper ' })).toEqual([1])
  expect(list({ query: 'хлеб' })).toEqual([2])
})

test('hiding unavailable recipes keeps those that can run at least once', () => {
  expect(list({ hidesUnavailable: true })).toEqual([3])
})

test('sorts by profit, recipes without a price last', () => {
  expect(list({ sort: 'profit' })).toEqual([3, 1, 2])
  expect(list({ sort: 'profit_per_hour' })).toEqual([3, 1, 2])
})

test('sorts profitable instant recipes before all hourly profits, and treats an instant loss as that of one run', () => {
  const runs: Readonly<Record<number, { profit: number; profitPerHour: number | null }>> = {
    1: { profit: -500, profitPerHour: -9_000 },
    2: { profit: -1, profitPerHour: null },
    3: { profit: 40, profitPerHour: 2_400 },
    4: { profit: 2, profitPerHour: null },
    5: { profit: 0, profitPerHour: null },
    6: { profit: -20_000, profitPerHour: null },
    7: { profit: 3, profitPerHour: null },
  }
  const valueOf = ({ TypeId }: { readonly TypeId: number }) => ({
    cost: 1,
    worth: 1,
    profit: null,
    profitPerHour: null,
    isEnergised: false,
    ...runs[TypeId],
  })
  const instant = Object.keys(runs).map((id) => createRecipe(Number(id), { takes: {}, gives: { 30: 1 } }))
  const ordered = listRecipes(instant, { ...all, sort: 'profit_per_hour' }, { ...context, valueOf })
  expect(ordered.map(({ TypeId }) => TypeId)).toEqual([7, 4, 3, 5, 2, 1, 6])
})
