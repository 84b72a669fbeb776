import { expect, test } from 'vitest'
import { chanceToGain, houseEdge, oddsOf, oddsSpans, summarize } from './odds.ts'

const prizes = [
  { item_id: 0, count: 10, weight: 3 },
  { item_id: 7, count: 2, weight: 1 },
]

test('chances are shares of the weights, and what is worth something is counted in coins', () => {
  expect(oddsOf(prizes, new Map([[7, 30]]))).toMatchObject([
    { chance: 0.75, worth: 10 },
    { chance: 0.25, worth: 60 },
  ])
})

test('the house edge is the share that is not paid back on average, and unknown if a value is', () => {
  const odds = oddsOf(prizes, new Map([[7, 30]]))
  expect(houseEdge(odds, 25)).toBeCloseTo(1 - 22.5 / 25)
  expect(houseEdge(odds, 20)).toBeLessThan(0)
  expect(houseEdge(oddsOf(prizes, new Map()), 25)).toBeUndefined()
  expect(houseEdge(oddsOf(prizes, new Map([[7, 0]])), 25)).toBeUndefined()
  expect(houseEdge(odds, undefined)).toBeUndefined()
})

test('the bar of chances begins with what is worth more than a spin costs', () => {
  const odds = oddsOf(prizes, new Map([[7, 30]]))
  expect(oddsSpans(odds, 25)).toEqual([
    { from: 0, to: 0.25, tone: 'gain' },
    { from: 0.25, to: 1, tone: 'loss' },
  ])
  expect(oddsSpans(odds, 10).map(({ tone }) => tone)).toEqual(['gain', 'quiet'])
  expect([5, 10, 25, 60].map((cost) => chanceToGain(odds, cost))).toEqual([1, 0.25, 0.25, 0])
})

test('many spins are summarised', () => {
  expect(
    summarize([
      { item_id: 0, count: 10 },
      { item_id: 7, count: 2 },
      { item_id: 7, count: 2 },
      { item_id: 7, count: 1 },
    ]),
  ).toEqual([
    { item_id: 7, count: 2, spins: 2 },
    { item_id: 0, count: 10, spins: 1 },
    { item_id: 7, count: 1, spins: 1 },
  ])
})
