import { expect, test } from 'vitest'
import { monthPrices } from './month-prices.ts'

const bucket = (time_slot: string, total_price: number, total_quantity: number) => ({
  time_slot,
  avg_price: 0,
  total_price,
  total_quantity,
  low_price: null,
  high_price: null,
})

test('a day’s price is the average of what was paid for both sides, and days are in order', () => {
  const prices = monthPrices({
    sell_data: [bucket('2025-05-02', 30, 3), bucket('2025-05-03', 8, 1)],
    buy_data: [bucket('2025-05-01', 14, 2), bucket('2025-05-02', 50, 1)],
  })
  expect(prices).toEqual([7, 20, 8])
})
