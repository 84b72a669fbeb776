import type { PortfolioFigures } from '@clutch/contract'
import { expect, test } from 'vitest'
import { changeOf, pointsOf, readPeriod, type Portfolio } from './period.ts'

const NOW_MS = Date.UTC(2026, 10, 22, 9, 30)

function figures(net_worth: number, realised_profit = 0): PortfolioFigures {
  return {
    net_worth,
    coins: net_worth,
    items_value: 0,
    cost_basis: 0,
    unrealised_profit: 0,
    realised_profit,
    other_proceeds: 0,
  }
}

const portfolio: Portfolio = {
  now: figures(190, 25),
  days: [
    { time_slot: '2026-11-01', ...figures(100, 5) },
    { time_slot: '2026-11-15', ...figures(120, 5) },
    { time_slot: '2026-11-16', ...figures(150, 15) },
    { time_slot: '2026-11-21', ...figures(180, 20) },
  ],
  holdings: [],
}

test('a period is its days and today, each compared with the point before it', () => {
  const points = pointsOf(portfolio, 7, NOW_MS)
  expect(points.map(({ figures: { net_worth } }) => net_worth)).toEqual([150, 180, 190])
  expect(points.map(({ since }) => since?.net_worth)).toEqual([120, 150, 180])
  expect(points.map(({ isToday }) => isToday)).toEqual([false, false, true])
})

test('a stored figure of today is replaced by the current one', () => {
  const days = [...portfolio.days, { time_slot: '2026-11-22', ...figures(185, 22) }]
  expect(pointsOf({ ...portfolio, days }, 7, NOW_MS)).toEqual(pointsOf(portfolio, 7, NOW_MS))
})

test('a change is counted from the last day before the period', () => {
  expect(changeOf(pointsOf(portfolio, 7, NOW_MS), 'net_worth')).toBe(70)
  expect(changeOf(pointsOf(portfolio, 7, NOW_MS), 'realised_profit')).toBe(20)
})

test('a change is counted from the first kept day when nothing was kept before the period', () => {
  expect(changeOf(pointsOf(portfolio, 30, NOW_MS), 'net_worth')).toBe(90)
})

test('on the first day of all there is no change to tell', () => {
  const points = pointsOf({ ...portfolio, days: [] }, 30, NOW_MS)
  expect(points).toHaveLength(1)
  expect(changeOf(points, 'net_worth')).toBeNull()
})

test('the address names the period; what it does not know is the usual one', () => {
  expect(readPeriod({ period: '90' })).toBe(90)
  expect(readPeriod({ period: '7' })).toBe(7)
  expect([readPeriod({}), readPeriod({ period: 'x' })]).toEqual([30, 30])
})
