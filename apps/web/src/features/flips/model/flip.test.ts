import type { ItemActivity } from '@clutch/contract'
import { expect, test } from 'vitest'
import { findFlip, roundFillTime } from './flip.ts'

const activity: ItemActivity = {
  item_id: 7,
  last_price: 0,
  last_traded_at: 0,
  change_24h: null,
  volume: 50,
  turnover: 0,
  usual_volume: 200,
  daily_prices: [],
}

test('a flip bids one better than the best bid, offers one better than the best offer, and pays the fee', () => {
  // 5 % of 199 are 9, rounded down in the seller's favour: 199 − 9 − 101.
  expect(findFlip(activity, { buy: 100, sell: 200 }, 500)).toEqual({
    itemId: 7,
    bid: 101,
    offer: 199,
    margin: 89,
    gain: 89 / 101,
    dailyVolume: 200,
    potential: 17_800,
    fillSec: 864,
  })
})

test('where there is no room between, the best prices themselves are matched', () => {
  expect(findFlip(activity, { buy: 100, sell: 102 }, 0)).toMatchObject({ bid: 100, offer: 102, margin: 2 })
})

test('there is no flip without both prices, without trades, or when the fee takes all', () => {
  expect(findFlip(activity, { buy: 0, sell: 200 }, 0)).toBeUndefined()
  expect(findFlip(activity, { buy: 100, sell: 0 }, 0)).toBeUndefined()
  expect(findFlip({ ...activity, volume: 0, usual_volume: 0 }, { buy: 100, sell: 200 }, 0)).toBeUndefined()
  expect(findFlip(activity, { buy: 1_000, sell: 1_010 }, 500)).toBeUndefined()
})

test('an item new to the market goes by its first day', () => {
  expect(findFlip({ ...activity, usual_volume: 0 }, { buy: 100, sell: 200 }, 0)?.dailyVolume).toBe(50)
})

test.each([
  [2, 60],
  [89, 60],
  [9 * 60 + 40, 10 * 60],
  [13 * 60, 15 * 60],
  [59 * 60, 60 * 60],
  [2 * 3_600 + 57 * 60 + 12, 3 * 3_600],
  [23.8 * 3_600, 24 * 3_600],
  [40 * 3_600, 2 * 86_400],
])('a time to fill of %i s is shown as %i s, rounded to one unit', (fillSec, shownSec) => {
  expect(roundFillTime(fillSec)).toBe(shownSec)
})
