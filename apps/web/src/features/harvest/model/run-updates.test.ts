import { describe, expect, test } from 'vitest'
import { createHarvestData } from '#shared/testing/create-harvest.ts'
import { findStalled, sumUpdates, type FinishedGroup } from './run-updates.ts'

function finished(recipeId: number, count: number, broken = 0, upgraded = 0): FinishedGroup {
  const quantities = (quantity: number) => (quantity === 0 ? [] : [{ quantity: BigInt(quantity) }])
  return {
    receiptId: BigInt(recipeId),
    count: BigInt(count),
    brokenItems: quantities(broken),
    upgradedItems: quantities(upgraded),
  }
}

test('a hundred groups of a recipe are one update', () => {
  const groups = Array.from({ length: 100 }, () => finished(7, 3, 1))
  expect(sumUpdates(groups)).toEqual([{ recipeId: 7, finished: 300, broken: 100, upgraded: 0 }])
})

test('each recipe has its own, in the order in which they came', () => {
  expect(sumUpdates([finished(2, 1, 0, 1), finished(1, 5), finished(2, 2, 1)])).toEqual([
    { recipeId: 2, finished: 3, broken: 1, upgraded: 1 },
    { recipeId: 1, finished: 5, broken: 0, upgraded: 0 },
  ])
})

describe('a recipe whose runs finished stalled', () => {
  const updates = sumUpdates([finished(1, 1)])
  test('when it is enabled and nothing of it runs', () => {
    expect(findStalled(updates, [createHarvestData({ active_count: 0 })])).toEqual([1])
  })
  test('but not while other runs go on', () => {
    expect(findStalled(updates, [createHarvestData({ active_count: 2 })])).toEqual([])
  })
  test('and not when the player stopped it', () => {
    expect(findStalled(updates, [createHarvestData({ enabled: false })])).toEqual([])
  })
})
