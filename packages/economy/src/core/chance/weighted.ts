import type { Rng } from './rng.ts'
import { drawBinomial } from './binomial.ts'

/** Up to this many draws, drawing one by one is cheaper than one binomial draw per entry. */
const ONE_BY_ONE_MAX = 16

/**
 * Draws by weight, `count` times. Exact in distribution for any count: each entry takes a binomial share of what the
 * entries before it left.
 * @returns how often each weight was hit, in their order.
 */
export function drawWeighted(weights: readonly number[], count: number, rng: Rng): number[] {
  return count <= ONE_BY_ONE_MAX ? drawOneByOne(weights, count, rng) : drawShares(weights, count, rng)
}

function drawOneByOne(weights: readonly number[], count: number, rng: Rng): number[] {
  const hits = weights.map(() => 0)
  const total = sumOf(weights)
  for (let draw = 0; draw < count; draw += 1) {
    let ticket = rng.below(total)
    const index = weights.findIndex((weight) => {
      ticket -= weight
      return ticket < 0
    })
    hits[index] = (hits[index] ?? 0) + 1
  }
  return hits
}

function drawShares(weights: readonly number[], count: number, rng: Rng): number[] {
  let left = count
  let weightLeft = sumOf(weights)
  return weights.map((weight) => {
    const hits = drawBinomial(left, weight, weightLeft, rng)
    left -= hits
    weightLeft -= weight
    return hits
  })
}

function sumOf(weights: readonly number[]): number {
  return weights.reduce((sum, weight) => sum + weight, 0)
}
