import { asItemId, asLotId, rngFromText, type Command } from '@clutch/economy'
import { describe, expect, it } from 'vitest'
import { createTraders } from './traders.ts'
import { chooseAction, type MarketView } from './trading-strategy.ts'

const [TRADER] = createTraders('test', 200)
const OLDEST = asLotId('01890000-0000-7000-8000-0000000000aa')

function decideMany(seed: string, overrides: Partial<MarketView> = {}, times = 500): (Command | undefined)[] {
  if (TRADER === undefined) throw new Error('No trader was created')
  const trader = TRADER
  const rng = rngFromText(seed)
  const view: MarketView = {
    itemId: asItemId(1),
    fairCoins: 100,
    coins: 50_000,
    items: 30,
    bestSell: { price: 102, count: 5 },
    bestBuy: { price: 98, count: 5 },
    openLotCount: 3,
    oldestLotId: OLDEST,
    ...overrides,
  }
  return Array.from({ length: times }, () => chooseAction(trader, view, rng))
}

function ordersOf(actions: readonly (Command | undefined)[]) {
  return actions.flatMap((action) => (action?.type === 'place_lot' ? [action] : []))
}

describe('a simulated trader', () => {
  it('makes the same decisions with the same seed', () => {
    expect(decideMany('a')).toEqual(decideMany('a'))
    expect(decideMany('a')).not.toEqual(decideMany('b'))
  })

  it('places resting offers near the fair price and never across it', () => {
    const resting = ordersOf(decideMany('a')).filter(({ mode }) => mode === 'rest')
    expect(new Set(resting.map(({ side }) => side))).toEqual(new Set(['buy', 'sell']))
    expect(resting.filter(({ side, price }) => (side === 'sell' ? price <= 100 : price >= 100))).toEqual([])
  })

  it('takes good offers, never more than their count, and ignores bad ones', () => {
    const deals = ordersOf(decideMany('a')).filter(({ mode }) => mode === 'now')
    expect(deals.length).toBeGreaterThan(50)
    expect(deals.filter(({ count }) => count > 5)).toEqual([])
    const bad = decideMany('a', { bestSell: { price: 150, count: 5 }, bestBuy: { price: 50, count: 5 } })
    expect(ordersOf(bad).filter(({ mode }) => mode === 'now')).toEqual([])
  })

  it('orders whole counts at whole prices within its means', () => {
    for (const overrides of [
      { coins: 0, items: 0 },
      { coins: 99, items: 1 },
      { fairCoins: 0.2 },
      { fairCoins: 1e11 },
    ]) {
      const orders = ordersOf(decideMany('a', overrides))
      const isWrong = ({ price, count }: { price: number; count: number }): boolean =>
        !Number.isInteger(price) || !Number.isInteger(count) || price < 1 || count < 1
      expect(orders.filter(isWrong)).toEqual([])
      const { coins = 50_000, items = 30 } = overrides
      expect(
        orders.filter(({ side, price, count }) => (side === 'buy' ? price * count > coins : count > items)),
      ).toEqual([])
    }
  })

  it('cancels the oldest lot when it has too many', () => {
    const actions = decideMany('a', { openLotCount: 46 }, 20)
    expect(new Set(actions.map((action) => action?.type))).toEqual(new Set(['cancel_lot']))
  })
})
