import { expect, test } from 'vitest'
import type { Flip } from './flip.ts'
import { listFlips, readFlipView, writeFlipView } from './flip-view.ts'

const flip = (itemId: number, parts: Partial<Flip>): Flip => ({
  itemId,
  bid: 100,
  offer: 200,
  margin: 50,
  gain: 0.5,
  dailyVolume: 10,
  potential: 500,
  fillSec: 1,
  ...parts,
})
const ALL = { minGainPercent: null, minVolume: null, maxPrice: null }

test('filters stand in the address and come back from it; nonsense narrows nothing', () => {
  const view = { minGainPercent: 2.5, minVolume: 40, maxPrice: 9_000 }
  expect(writeFlipView(view)).toEqual({ gain: '2.5', volume: '40', price: '9000' })
  expect(readFlipView(writeFlipView(view))).toEqual(view)
  expect(writeFlipView(ALL)).toEqual({})
  expect(readFlipView({ gain: 'much', volume: '-3', price: '' })).toEqual(ALL)
})

test('flips are narrowed by gain, volume and price, and come worth most a day first', () => {
  const flips = [
    flip(1, { gain: 0.02 }),
    flip(2, { dailyVolume: 3 }),
    flip(3, { bid: 5_000 }),
    flip(4, { potential: 900 }),
    flip(5, {}),
  ]
  const ids = (view: Partial<typeof ALL> | object) => listFlips(flips, { ...ALL, ...view }).map(({ itemId }) => itemId)
  expect(ids({})).toEqual([4, 1, 2, 3, 5])
  expect(ids({ minGainPercent: 2.5, minVolume: 5, maxPrice: 1_000 })).toEqual([4, 5])
})
