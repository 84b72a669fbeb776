import { expect, test } from 'vitest'
import { createRecipe } from '#shared/testing/create-recipe.ts'
import { findBestCrafts } from './best-crafts.ts'

const recipes = Array.from({ length: 8 }, (_, id) => createRecipe(id, { takes: { 1: 1 }, gives: { [100 + id]: 1 } }))
const unknown = { cost: null, worth: null, profit: null, profitPerHour: null, isEnergised: false }

test('the best crafts gain most per run; those that lose or have no price are out', () => {
  const profits: Readonly<Record<number, number | null>> = { 0: 5, 1: -3, 2: 40, 3: null, 4: 0, 5: 12 }
  const best = findBestCrafts(recipes, ({ TypeId }) => ({ ...unknown, profit: profits[TypeId] ?? null }))
  expect(best.map(({ recipe, profit }) => [recipe.TypeId, profit])).toEqual([
    [2, 40],
    [5, 12],
    [0, 5],
  ])
})

test('there are five of them at most', () => {
  expect(findBestCrafts(recipes, ({ TypeId }) => ({ ...unknown, profit: TypeId + 1 }))).toHaveLength(5)
})

test('of several recipes for an item only the best is listed', () => {
  const rivals = [1, 2, 3].map((id) => createRecipe(id, { takes: { 1: 1 }, gives: { [id === 3 ? 8 : 7]: 1 } }))
  const best = findBestCrafts(rivals, ({ TypeId }) => ({ ...unknown, profit: TypeId }))
  expect(best.map(({ recipe }) => recipe.TypeId)).toEqual([3, 2])
})
