import { expect, test } from 'vitest'
import { readRecipeAddress, writeRecipeAddress } from './recipe-view.ts'

test('the default list has an empty address', () => {
  expect(writeRecipeAddress(readRecipeAddress({}))).toEqual({})
})

test('group, search and open recipe are in the address', () => {
  const address = { group: 'smelting', query: 'iron', recipeId: 104 }
  expect(readRecipeAddress(writeRecipeAddress(address))).toEqual(address)
  expect(readRecipeAddress({ recipe: 'x' }).recipeId).toBeNull()
})
