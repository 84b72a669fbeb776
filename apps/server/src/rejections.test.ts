import { rmSync } from 'node:fs'
import { loadContentPack, type ContentPack } from '@clutch/content'
import { asCoins, asItemId, asQuantity, type Rejection } from '@clutch/economy'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { FIRST_ITEM_ID, makePack } from '../tests/support/make-pack.ts'
import type { ServerArea } from './area.ts'
import { composeRejections } from './rejections.ts'
import { AREAS, toApiError } from './server-areas.ts'

const GOOD = asItemId(FIRST_ITEM_ID)
const UNKNOWN = asItemId(77)

let pack: ContentPack
beforeAll(async () => {
  const folder = makePack({ items: 1, starterCoins: 0, starterCount: 1 })
  const loaded = await loadContentPack(folder)
  rmSync(folder, { recursive: true })
  if (!loaded.ok) throw new Error('The pack is invalid')
  pack = loaded.pack
})

describe('a rejection by the rules', () => {
  const cases: readonly (readonly [string, Rejection, unknown])[] = [
    ['without parameters becomes its code', { code: 'no_energy' }, { code: 'no_energy' }],
    [
      'gets the parameters that its area adds',
      { code: 'not_in_shop', itemId: GOOD },
      { code: 'not_in_shop', params: { name: 'Good 1', item_id: GOOD } },
    ],
    ['shared by several areas is mapped once', { code: 'unknown_item', itemId: GOOD }, itemError('unknown_item')],
    ['of an invalid price is an invalid input', { code: 'invalid_price', price: 0 }, inputError('price')],
    [
      'names the missing item',
      { code: 'not_enough_items', itemId: GOOD, missing: asQuantity(3) },
      { code: 'not_enough_items', params: { name: 'Good 1', item_id: GOOD, missing: 3 } },
    ],
    [
      'names every missing ingredient, by id without a name',
      {
        code: 'missing_ingredients',
        missing: [
          { itemId: GOOD, have: 1, need: 3 },
          { itemId: UNKNOWN, have: 0, need: 1 },
        ],
      },
      {
        code: 'not_enough_items',
        params: { name: 'Good 1 1/3, Item #77 0/1', items: '1001:1/3,77:0/1', item_id: GOOD, missing: 2 },
      },
    ],
    [
      'gives the number of missing coins',
      { code: 'not_enough_coins', missing: asCoins(5) },
      { code: 'not_enough_coins', params: { missing: 5 } },
    ],
  ]
  it.each(cases)('%s', (_name, rejection, error) => {
    expect(toApiError(rejection, pack)).toEqual(error)
  })
})

test('a failure of the writer keeps its code', () => {
  expect(toApiError({ code: 'economy_frozen' }, pack)).toEqual({ code: 'economy_frozen' })
})

test('areas that leave a rejection unmapped do not compile', () => {
  const incomplete = [
    // @ts-expect-error -- rejections with parameters are not mapped
    () => composeRejections([]),
    // @ts-expect-error -- the types of the areas are not known
    () => composeRejections(AREAS),
  ]
  expect(incomplete).toHaveLength(2)
})

test('two areas cannot map the same rejection', () => {
  // @ts-expect-error -- the types of the areas are not known
  const compose = (areas: readonly ServerArea[]) => composeRejections(areas)
  expect(compose(AREAS)).toBeTypeOf('function')
  expect(() => compose([...AREAS, ...AREAS])).toThrow('Two areas declare')
})

function itemError(code: string) {
  return { code, params: { item_id: GOOD } }
}

function inputError(detail: string) {
  return { code: 'invalid_input', params: { detail } }
}
