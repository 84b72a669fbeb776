import type { ItemProfit } from '@clutch/contract'
import { expect, test } from 'vitest'
import { averagePrice, orderProfits } from './profit-order.ts'

function profitOf(item_type_id: number, realised_profit: number, sold_count = 0, sold_total = 0): ItemProfit {
  return { item_type_id, realised_profit, sold_count, sold_total, bought_count: 0, average_cost: 0 } as ItemProfit
}

test('what earned nothing comes last, also behind losses', () => {
  const ordered = orderProfits([profitOf(1, 0), profitOf(2, -40), profitOf(3, 7), profitOf(4, 0), profitOf(5, 90)])
  expect(ordered.map(({ item_type_id }) => item_type_id)).toEqual([5, 3, 2, 1, 4])
})

test('an average price is rounded, and there is none without a sale', () => {
  expect(averagePrice(profitOf(1, 0, 3, 100))).toBe(33)
  expect(averagePrice(profitOf(1, 0))).toBeNull()
})
