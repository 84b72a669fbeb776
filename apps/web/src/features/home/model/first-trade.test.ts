import { expect, test } from 'vitest'
import { stepsDone, type FirstSteps } from './first-trade.ts'

const nothing: FirstSteps = { hasLooked: false, hasBought: false, hasOffered: false, hasSold: false }
const doneAfter = (parts: Partial<FirstSteps>) => [...stepsDone({ ...nothing, ...parts })]

test('steps are checked off by what has happened, in whatever order', () => {
  expect(doneAfter({})).toEqual([])
  expect(doneAfter({ hasLooked: true })).toEqual(['look'])
  expect(doneAfter({ hasBought: true })).toEqual(['look', 'buy'])
  expect(doneAfter({ hasOffered: true })).toEqual(['look', 'offer'])
})

test('a sale says that there was an offer', () => {
  expect(doneAfter({ hasSold: true })).toEqual(['look', 'offer', 'sell'])
  expect(doneAfter({ hasSold: true, hasBought: true })).toEqual(['look', 'buy', 'offer', 'sell'])
})
