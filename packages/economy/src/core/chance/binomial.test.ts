import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rngFromText, type Rng } from './rng.ts'
import { drawBinomial } from './binomial.ts'
import { drawWeighted } from './weighted.ts'

const SAMPLES = 20_000
/** In standard errors; wide enough that none of hundreds of comparisons fails by chance. */
const ERRORS = 4

/** Draws the same number as the rules define it, one chance after another. */
function oneByOne(trials: number, chance: number, rng: Rng): number {
  let successes = 0
  for (let trial = 0; trial < trials; trial += 1) if (rng.below(2 ** 30) < chance * 2 ** 30) successes += 1
  return successes
}

/** Pearson's chi-square; outcomes too rare to test are pooled. */
function chiSquare(observed: readonly number[], expected: readonly number[]): { sum: number; freedom: number } {
  let [sum, bins, restSeen, restDue] = [0, 0, 0, 0]
  for (const [index, due] of expected.entries()) {
    const seen = observed[index] ?? 0
    if (due < 10) {
      restSeen += seen
      restDue += due
    } else {
      sum += (seen - due) ** 2 / due
      bins += 1
    }
  }
  if (restDue >= 1) {
    sum += (restSeen - restDue) ** 2 / restDue
    bins += 1
  }
  return { sum, freedom: bins - 1 }
}

function binomialChances(trials: number, chance: number): number[] {
  const chances = [(1 - chance) ** trials]
  for (let hits = 1; hits <= trials; hits += 1) {
    const before = chances[hits - 1] ?? 0
    chances.push((before * (trials - hits + 1) * chance) / (hits * (1 - chance)))
  }
  return chances
}

describe('a binomial draw', () => {
  it.each([
    [1, 0.5],
    [2, 0.1],
    [7, 0.333],
    [31, 0.9],
    [32, 0.5],
    [33, 0.025],
    [64, 0.75],
    [200, 0.012],
  ])('of %i trials with chance %f falls as theory says', (trials, chance) => {
    const rng = rngFromText(`binomial ${trials} ${chance}`)
    const seen = Array.from({ length: trials + 1 }, () => 0)
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const hits = drawBinomial(trials, chance, 1, rng)
      seen[hits] = (seen[hits] ?? 0) + 1
    }
    const { sum, freedom } = chiSquare(
      seen,
      binomialChances(trials, chance).map((share) => share * SAMPLES),
    )
    expect(sum).toBeLessThan(freedom + ERRORS * Math.sqrt(2 * Math.max(1, freedom)))
  })

  it('of many trials has the mean and variance of one-by-one draws', () => {
    const [trials, chance, samples] = [10_000, 0.37, 400]
    const rngs = [rngFromText('sums'), rngFromText('one by one')] as const
    const sums = Array.from({ length: samples }, () => drawBinomial(trials, 37, 100, rngs[0]))
    const singles = Array.from({ length: samples }, () => oneByOne(trials, chance, rngs[1]))
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const variance = (values: readonly number[]) => mean(values.map((value) => (value - mean(values)) ** 2))
    const due = trials * chance * (1 - chance)
    expect(Math.abs(mean(sums) - mean(singles))).toBeLessThan(ERRORS * Math.sqrt((2 * due) / samples))
    for (const values of [sums, singles]) {
      expect(Math.abs(mean(values) - trials * chance)).toBeLessThan(ERRORS * Math.sqrt(due / samples))
      expect(Math.abs(variance(values) / due - 1)).toBeLessThan(ERRORS * Math.sqrt(2 / samples))
    }
  })

  it('stays within 0 … trials and is certain for chances of 0 and 1', () => {
    fc.assert(
      fc.property(
        fc.nat(5_000),
        fc.nat(1_000),
        fc.integer({ min: 1, max: 1_000 }),
        fc.string(),
        (n, part, whole, seed) => {
          const hits = drawBinomial(n, part, whole, rngFromText(seed))
          expect(hits).toBeGreaterThanOrEqual(part >= whole ? n : 0)
          expect(hits).toBeLessThanOrEqual(part === 0 ? 0 : n)
          expect(drawBinomial(n, part, whole, rngFromText(seed))).toBe(hits)
        },
      ),
    )
  })

  it('costs about the same for ten thousand trials as for one', () => {
    let words = 0
    const counting: Rng = {
      below(bound) {
        words += 1
        return rngFromText(String(words)).below(bound)
      },
    }
    drawBinomial(10_000, 1, 3, counting)
    expect(words).toBeLessThan(1_000)
  })
})

describe('draws by weight', () => {
  it.each([5, 16, 17, 1_000])('of %i follow the weights and sum to the count', (count) => {
    const weights = [70, 25, 0, 5]
    const rng = rngFromText(`weights ${count}`)
    const rounds = Math.ceil(40_000 / count)
    const totals = [0, 0, 0, 0]
    for (let round = 0; round < rounds; round += 1) {
      const hits = drawWeighted(weights, count, rng)
      expect(hits.reduce((sum, hit) => sum + hit, 0)).toBe(count)
      for (const [index, hit] of hits.entries()) totals[index] = (totals[index] ?? 0) + hit
    }
    const draws = rounds * count
    expect(totals[2]).toBe(0)
    const { sum, freedom } = chiSquare(
      totals,
      weights.map((weight) => (weight / 100) * draws),
    )
    expect(sum).toBeLessThan(freedom + ERRORS * Math.sqrt(2 * freedom))
  })
})
