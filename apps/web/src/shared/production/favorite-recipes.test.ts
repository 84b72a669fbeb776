import { expect, test } from 'vitest'
import { parseFavorites } from './favorite-recipes.ts'

test.each([
  ['[7,3,7]', [7, 3]],
  ['[1,"2",3.5,null,4]', [1, 4]],
  ['{"1":true}', []],
  ['no json', []],
  [null, []],
])('stored favourites %o are parsed as %j', (text, favorites) => {
  expect([...parseFavorites(text)]).toEqual(favorites)
})
