import { rmSync } from 'node:fs'
import { loadContentPack, type ContentPack } from '@clutch/content'
import { asCoins, asItemId, asQuantity, type Rejection } from '@clutch/economy'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { FIRST_ITEM_ID, makePack } from '../tests/support/make-pack.ts'
import type { ServerArea } from './area.ts'
import { composeRefusals } from './refusals.ts'
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

describe('a refusal of the rules', () => {
  const said: readonly (readonly [string, Rejection, unknown])[] = [
    ['is its code where it says nothing else', { code: 'no_energy' }, { code: 'no_energy' }],
    [
      'has the params that its area gives it',
      { code: 'not_in_shop', itemId: GOOD },
      { code: 'not_in_shop', params: { name: 'Good 1', item_id: GOOD } },
    ],
    ['of many areas is told alike', { code: 'unknown_item', itemId: GOOD }, itemError('unknown_item')],
    ['of no price is an invalid input', { code: 'invalid_price', price: 0 }, inputError('price')],
    [
      'names the item that is missing',
      { code: 'not_enough_items', itemId: GOOD, missing: asQuantity(3) },
      { code: 'not_enough_items', params: { name: 'Good 1', item_id: GOOD, missing: 3 } },
    ],
    [
      'names every ingredient that is missing, by its number where it has no name',
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
      'tells how many coins are missing',
      { code: 'not_enough_coins', missing: asCoins(5) },
      { code: 'not_enough_coins', params: { missing: 5 } },
    ],
  ]
  it.each(said)('%s', (_name, rejection, error) => {
    expect(toApiError(rejection, pack)).toEqual(error)
  })
})

test('a failure of the writer is told by its code', () => {
  expect(toApiError({ code: 'economy_frozen' }, pack)).toEqual({ code: 'economy_frozen' })
})

test('areas that leave out how something is refused do not compile', () => {
  const incomplete = [
    // @ts-expect-error -- nobody says how what has params is refused
    () => composeRefusals([]),
    // @ts-expect-error -- areas of which nobody knows what they describe
    () => composeRefusals(AREAS),
  ]
  expect(incomplete).toHaveLength(2)
})

test('two areas never say how one thing is refused', () => {
  // @ts-expect-error -- areas of which nobody knows what they describe
  const compose = (areas: readonly ServerArea[]) => composeRefusals(areas)
  expect(compose(AREAS)).toBeTypeOf('function')
  expect(() => compose([...AREAS, ...AREAS])).toThrow('Two areas declare')
})

function itemError(code: string) {
  return { code, params: { item_id: GOOD } }
}

function inputError(detail: string) {
  return { code: 'invalid_input', params: { detail } }
}
