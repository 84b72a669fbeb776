import { describe, expect, it } from 'vitest'
import { rngFromText } from '../../core/chance/rng.ts'
import { sampleCatalogue } from '../../../testing/fixture.ts'
import { CRATE, HERB, INGOT, LUCKY_BAG, NESTED_BAG, NOTHING, ORE } from '../../../testing/sample-recipes.ts'
import { estimateOpening } from './estimate-opening.ts'
import { openItem } from './open-item.ts'
import { openingShares } from './opening-shares.ts'

const catalogue = sampleCatalogue()

describe('the opening shares of an item', () => {
  it('are exact for each entry of a generator, including "nothing"', () => {
    const share = { count: 1, totalWeight: 100 }
    expect(openingShares(catalogue, LUCKY_BAG)).toEqual([
      { itemId: ORE, isNothing: false, weight: 70, ...share },
      { itemId: INGOT, isNothing: false, weight: 25, ...share },
      { itemId: NOTHING, isNothing: true, weight: 5, ...share },
    ])
  })

  it('are whole for a bundle, with its quantities', () => {
    const share = { isNothing: false, weight: 1, totalWeight: 1 }
    expect(openingShares(catalogue, CRATE)).toEqual([
      { itemId: ORE, count: 10, ...share },
      { itemId: HERB, count: 2, ...share },
    ])
  })

  it('list nested bundles and generators unopened', () => {
    expect(openingShares(catalogue, NESTED_BAG)?.map(({ itemId, weight }) => [itemId, weight])).toEqual([
      [CRATE, 1],
      [LUCKY_BAG, 1],
    ])
  })

  it('are undefined for an item that does not open', () => {
    expect(openingShares(catalogue, ORE)).toBeUndefined()
  })

  it('agree with draws and estimates', () => {
    const opened = openItem(catalogue, LUCKY_BAG, 1_000_000, rngFromText('shares'))
    if (!opened.ok) throw new Error(opened.error.code)
    const { expected } = estimateOpening(catalogue, [{ itemId: LUCKY_BAG, min: 1, expected: 1, max: 1 }])
    for (const { itemId, weight, totalWeight, isNothing } of openingShares(catalogue, LUCKY_BAG) ?? []) {
      const chance = weight / totalWeight
      expect(expected.get(itemId) ?? 0).toBe(isNothing ? 0 : chance)
      const drawn = (opened.value.get(itemId) ?? 0) / 1_000_000
      expect(Math.abs(drawn - (isNothing ? 0 : chance))).toBeLessThan(0.002)
    }
  })
})

it('the estimated draws are the maximum', () => {
  expect(estimateOpening(catalogue, [{ itemId: LUCKY_BAG, min: 0, expected: 3, max: 10 }]).draws).toBe(10)
  expect(estimateOpening(catalogue, [{ itemId: NESTED_BAG, min: 0, expected: 3, max: 10 }]).draws).toBe(20)
})
