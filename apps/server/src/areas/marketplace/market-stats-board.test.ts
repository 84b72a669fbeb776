import { MARKET_WEEK_SLOTS } from '@clutch/contract/constants'
import { expect, test } from 'vitest'
import { summariseHours } from './market-stats-board.ts'

const HOUR_SEC = 3_600
const NOW_SEC = 480_000 * HOUR_SEC

const traded = (hoursAgo: number, price: number, count = 1) => ({
  startSec: NOW_SEC - hoursAgo * HOUR_SEC,
  coins: price * count,
  count,
})

test('the change compares the latest price of the last day with the latest before it', () => {
  expect(summariseHours([traded(30, 90), traded(25, 100), traded(20, 150), traded(1, 125)], NOW_SEC).change_24h).toBe(
    2_500,
  )
  expect(summariseHours([traded(24, 100), traded(0, 80)], NOW_SEC).change_24h).toBe(-2_000)
})

test('there is no change without trades both within and before the last day', () => {
  expect(summariseHours([traded(30, 90)], NOW_SEC).change_24h).toBeNull()
  expect(summariseHours([traded(23, 90), traded(1, 95)], NOW_SEC).change_24h).toBeNull()
})

test('the volume is that of the last twenty-four hours, including the current one', () => {
  expect(summariseHours([traded(24, 1, 100), traded(23, 1, 7), traded(0, 1, 5)], NOW_SEC).volume_24h).toBe(12)
})

test('the week is average prices by slot, oldest first, 0 where nothing traded', () => {
  const { week } = summariseHours([traded(167, 10), traded(13, 20, 1), traded(12, 40, 3), traded(0, 9)], NOW_SEC)
  expect(week).toHaveLength(MARKET_WEEK_SLOTS)
  expect([week[0], week.at(-2), week.at(-1)]).toEqual([10, 35, 9])
  expect(week.filter((price) => price > 0)).toHaveLength(3)
})
