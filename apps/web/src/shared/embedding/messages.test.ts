import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FAVORITE_RECIPES_MAX, readFavorites, readSignedIn, signedInMessage } from './messages.ts'

const favorites = (recipes: unknown) => ({ type: 'clutch:favorite-recipes', recipes })

describe('favourite recipes', () => {
  test('are positive integers, each once', () => {
    expect(readFavorites(favorites([3, 1, 3]))).toEqual([3, 1])
    expect(readFavorites(favorites([]))).toEqual([])
  })

  test.each([
    [['1']],
    [[1.5]],
    [[0]],
    [[-1]],
    [[2 ** 53]],
    [[Number.NaN]],
    [[1, null]],
    [[[1]]],
    ['12'],
    [{ 0: 1 }],
    [null],
  ])('are rejected as a whole if they are %j', (recipes) => {
    expect(readFavorites(favorites(recipes))).toBeUndefined()
  })

  test('are rejected if there are too many', () => {
    const ids = Array.from({ length: FAVORITE_RECIPES_MAX }, (_, index) => index + 1)
    expect(readFavorites(favorites(ids))).toHaveLength(FAVORITE_RECIPES_MAX)
    expect(readFavorites(favorites([...ids, 9_999_999]))).toBeUndefined()
  })

  test('ignores messages of any other kind without failing', () => {
    fc.assert(
      fc.property(fc.anything(), (message) => {
        expect(readFavorites(message)).toBeUndefined()
        expect(readSignedIn(message)).toBeUndefined()
      }),
    )
  })

  test('accepts only positive integers, whatever the list', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.anything(), fc.nat())), (recipes) => {
        for (const id of readFavorites(favorites(recipes)) ?? []) expect(Number.isSafeInteger(id) && id > 0).toBe(true)
      }),
    )
  })
})

describe('a handed-over token', () => {
  test('is returned as it was sent', () => {
    expect(readSignedIn(signedInMessage('aa.b-b.c_c'))).toBe('aa.b-b.c_c')
  })

  test.each(['', 'no token', 'a.b', 'a.b.c d', `a.b.${'c'.repeat(5_000)}`])('is not %j', (token) => {
    expect(readSignedIn(signedInMessage(token))).toBeUndefined()
  })
})
