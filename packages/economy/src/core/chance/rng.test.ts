import { describe, expect, it } from 'vitest'
import { createRng, rngFromText, SEED_BYTES } from './rng.ts'

describe('the random number generator', () => {
  it('repeats its sequence for the same seed and differs for another', () => {
    const draw = (seed: string) =>
      Array.from(
        { length: 20 },
        (
          (rng) => () =>
            rng.below(1_000)
        )(rngFromText(seed)),
      )
    expect(draw('a')).toEqual(draw('a'))
    expect(draw('a')).not.toEqual(draw('b'))
  })

  it.each([2, 6, 100, 2 ** 32, 2 ** 40, 2 ** 53 - 1])('is uniform below %d', (bound) => {
    const rng = rngFromText(`spread-${bound}`)
    const draws = Array.from({ length: 20_000 }, () => rng.below(bound))
    expect(draws.every((draw) => Number.isSafeInteger(draw) && draw >= 0 && draw < bound)).toBe(true)
    const mean = draws.reduce((sum, draw) => sum + draw / 20_000, 0)
    expect(Math.abs(mean / ((bound - 1) / 2) - 1)).toBeLessThan(0.03)
  })
})

describe('a seed', () => {
  const draws = (seed: Uint8Array) => {
    const rng = createRng(seed)
    return Array.from({ length: 8 }, () => rng.below(2 ** 32))
  }

  it('matters in each of its 128 bits: seeds that differ in one or two bits draw differently', () => {
    const seeds: Uint8Array[] = []
    for (let bit = 0; bit < SEED_BYTES * 8; bit += 1) {
      for (let other = 0; other <= bit; other += 1) {
        const seed = new Uint8Array(SEED_BYTES)
        seed[bit >> 3] = (seed[bit >> 3] ?? 0) | (1 << (bit & 7))
        seed[other >> 3] = (seed[other >> 3] ?? 0) | (1 << (other & 7))
        seeds.push(seed)
      }
    }
    expect(new Set(seeds.map((seed) => draws(seed).join())).size).toBe((128 * 129) / 2)
  })

  it('is rejected when it is too short, and read at its offset when it is a view of a larger buffer', () => {
    expect(() => createRng(new Uint8Array(SEED_BYTES - 1))).toThrow('Seed too short: 15 bytes')
    const whole = Uint8Array.from({ length: 40 }, (_, index) => index)
    expect(draws(whole.subarray(8, 24))).toEqual(draws(whole.slice(8, 24)))
    expect(draws(whole.subarray(8, 24))).not.toEqual(draws(whole.subarray(9, 25)))
  })
})

describe('randomness from a text', () => {
  it('differs for similar texts', () => {
    const texts = Array.from({ length: 100_000 }, (_, index) => `00000000-0000-7000-9000-000000000001/${index}/0`)
    const firsts = new Set(texts.map((text) => [rngFromText(text).below(2 ** 53)].join()))
    expect(firsts.size).toBe(texts.length)
  })
})
