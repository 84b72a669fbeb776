import { expect, test } from 'vitest'
import { inSlots, tradedWithin, type OwnTrade } from './own-trades.ts'

const trade = (atSec: number, side: 'buy' | 'sell', count: number): OwnTrade => ({ atSec, side, count, price: 7 })

test('a mark is at the slot of its trade, and none is before the first', () => {
  const trades = [trade(99, 'buy', 1), trade(100, 'buy', 2), trade(199, 'sell', 3), trade(250, 'buy', 4)]
  expect(inSlots(trades, [100, 200]).map(({ trade: { count }, startSec }) => [count, startSec])).toEqual([
    [2, 100],
    [3, 100],
    [4, 200],
  ])
})

test('what was traded in a slot ends where the next begins', () => {
  const trades = [trade(100, 'buy', 2), trade(150, 'buy', 5), trade(160, 'sell', 3), trade(200, 'buy', 4)]
  expect(tradedWithin(trades, 100, 200)).toEqual({ buy: 7, sell: 3 })
})
