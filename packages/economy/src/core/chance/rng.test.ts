import { describe, expect, it } from 'vitest'
import { createRng } from './rng.ts'

describe('the source of chance', () => {
  it('repeats itself from the same seed and differs from another', () => {
    const draw = (seed: string) =>
      Array.from(
        { length: 20 },
        (
          (rng) => () =>
            rng.below(1_000)
        )(createRng(seed)),
      )
    expect(draw('a')).toEqual(draw('a'))
    expect(draw('a')).not.toEqual(draw('b'))
  })

  it.each([2, 6, 100, 2 ** 32, 2 ** 40, 2 ** 53 - 1])('spreads evenly below %d', (bound) => {
    const rng = createRng(`spread-${bound}`)
    const draws = Array.from({ length: 20_000 }, () => rng.below(bound))
    expect(draws.every((draw) => Number.isSafeInteger(draw) && draw >= 0 && draw < bound)).toBe(true)
    const mean = draws.reduce((sum, draw) => sum + draw / 20_000, 0)
    expect(Math.abs(mean / ((bound - 1) / 2) - 1)).toBeLessThan(0.03)
  })
})
