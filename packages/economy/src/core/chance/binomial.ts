import type { Rng } from './rng.ts'

const WORD_BITS = 32
const WORD = 2 ** WORD_BITS

/**
 * How many of `trials` succeed when each does with chance `part` / `whole`. Exact in distribution: each trial compares
 * a uniform number with the chance, binary digit by digit, for all trials at once by counting the ones in random words.
 * Each digit decides half of the remaining trials, so the work is about `trials` / 16 words.
 * @param part 0 … whole; doubling and subtracting it stays exact up to 2^53.
 */
export function drawBinomial(trials: number, part: number, whole: number, rng: Rng): number {
  if (part >= whole) return trials
  let successes = 0
  let undecided = trials
  let rest = part
  while (undecided > 0 && rest > 0) {
    rest *= 2
    const ones = countHeads(undecided, rng)
    if (rest >= whole) {
      // The chance's digit is 1: trials that drew a 0 are below it and succeed.
      successes += undecided - ones
      undecided = ones
      rest -= whole
    } else {
      // The chance's digit is 0: trials that drew a 1 are above it and fail.
      undecided -= ones
    }
  }
  return successes
}

/** Number of heads among fair coin flips. */
function countHeads(coins: number, rng: Rng): number {
  let heads = 0
  let left = coins
  for (; left >= WORD_BITS; left -= WORD_BITS) heads += countOnes(rng.below(WORD))
  if (left > 0) heads += countOnes(rng.below(2 ** left))
  return heads
}

/** Ones in a word of 32 bits: sums of neighbours of 1, 2 and 4 bits, then all bytes at once. */
function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
