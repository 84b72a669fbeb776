import type { ItemActivity } from '@clutch/contract'
import { expect, test } from 'vitest'
import { findBusiest, findMovers, findRushes, findShowpiece, PULSE_MAX } from './market-pulse.ts'

const activity = (item_id: number, parts: Partial<ItemActivity>): ItemActivity => ({
  item_id,
  last_price: 100,
  last_traded_at: 0,
  change_24h: 0,
  volume: 10,
  turnover: 1_000,
  usual_volume: 10,
  daily_prices: [],
  ...parts,
})
const idsOf = (items: readonly ItemActivity[]) => items.map(({ item_id }) => item_id)

test('movers are the traded items whose price changed most, up or down', () => {
  const items = [
    activity(1, { change_24h: 2_000 }),
    activity(2, { change_24h: -4_000 }),
    activity(3, { change_24h: 40_000, volume: 0 }),
    activity(4, { change_24h: null }),
    activity(5, { change_24h: 20 }),
  ]
  expect(idsOf(findMovers(items))).toEqual([2, 1])
})

test('a rush is at least twice an average day, of more than a few units', () => {
  const items = [
    activity(1, { volume: 25 }),
    activity(2, { volume: 19 }),
    activity(3, { volume: 2, usual_volume: 0.1 }),
    activity(4, { volume: 60 }),
    activity(5, { volume: 60, usual_volume: 0 }),
  ]
  expect(idsOf(findRushes(items))).toEqual([4, 1])
})

test('the busiest are those that most coins changed hands for, and lists are short', () => {
  const items = Array.from({ length: 9 }, (_, index) => activity(index, { turnover: index * 10 }))
  expect(idsOf(findBusiest(items))).toEqual([8, 7, 6, 5, 4])
  expect(findBusiest(items)).toHaveLength(PULSE_MAX)
  const rare = activity(99, { turnover: 24_000_000, change_24h: null })
  expect(idsOf(findBusiest([rare, ...items]))).toEqual([8, 7, 6, 5, 4])
  expect(idsOf(findBusiest([rare, activity(1, {})]))).toEqual([1, 99])
})

test('the showpiece is traded every day and in numbers; without such an item it is the busiest', () => {
  const week = [5, 5, 5, 5, 5, 5, 5]
  const rare = activity(1, { turnover: 90_000, volume: 1, daily_prices: week })
  const gaps = activity(2, { turnover: 80_000, volume: 500, daily_prices: [5, 0, 5, 5, 5, 5, 5] })
  const steady = activity(3, { turnover: 7_000, volume: 200, daily_prices: week })
  expect(findShowpiece([rare, gaps, steady, activity(4, { volume: 200, daily_prices: week })])).toBe(steady)
  expect(findShowpiece([gaps, rare])).toBe(rare)
  expect(findShowpiece([])).toBeUndefined()
})
