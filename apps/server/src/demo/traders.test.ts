import { rngFromText } from '@clutch/economy'
import { describe, expect, it } from 'vitest'
import { createTraders, pickItem } from './traders.ts'

describe('simulated traders', () => {
  it('are determined by the seed', () => {
    expect(createTraders('a', 200)).toEqual(createTraders('a', 200))
    expect(createTraders('a', 200)[0]?.userId).not.toBe(createTraders('b', 200)[0]?.userId)
  })

  it('have unique ids, platform accounts and names', () => {
    const traders = createTraders('a', 200)
    for (const read of [
      (at: number) => traders[at]?.userId,
      (at: number) => traders[at]?.steamId,
      (at: number) => traders[at]?.name,
    ]) {
      expect(new Set(traders.map((_, at) => read(at))).size).toBe(200)
    }
  })

  it('are rarely rich and never poor', () => {
    const purses = createTraders('a', 200).map(({ wealthCoins }) => wealthCoins)
    expect(Math.min(...purses)).toBeGreaterThanOrEqual(400_000)
    expect(Math.max(...purses)).toBeLessThanOrEqual(160_000_000)
    expect(purses.filter((coins) => coins < 10_000_000).length).toBeGreaterThan(200 / 2)
  })

  it('have no items to trade in an empty pack', () => {
    expect(pickItem([], rngFromText('a'))).toBeUndefined()
  })
})
