import { hashText, rotateLeft, type Words } from './hash-text.ts'

/**
 * A random number generator. The same seed gives the same sequence on every machine, so that any draw can be verified
 * (rules §3).
 */
export interface Rng {
  /** A uniform integer in 0 … bound − 1; bound is 1 … 2^53. */
  below(bound: number): number
}

/** Minimum seed length, and the size of the generator's state: 128 bits (rules §3). */
export const SEED_BYTES = 16

const UINT32 = 2 ** 32

/**
 * xoshiro128** from the first 128 bits of a seed. Its state can be recovered from its outputs, so each operation gets a
 * separate generator, seeded by an HMAC over the operation's id (rules §3).
 * @throws for a seed of fewer than 16 bytes.
 */
export function createRng(seed: Uint8Array): Rng {
  if (seed.length < SEED_BYTES) throw new Error(`Seed too short: ${seed.length} bytes`)
  const bytes = new DataView(seed.buffer, seed.byteOffset, SEED_BYTES)
  return rngOfWords([bytes.getUint32(0), bytes.getUint32(4), bytes.getUint32(8), bytes.getUint32(12)])
}

/** Predictable randomness from a text, for demo worlds, benchmarks and tests. */
export function rngFromText(text: string): Rng {
  return rngOfWords(hashText(text))
}

function rngOfWords(words: Words): Rng {
  const next = xoshiro128(words)
  return {
    below(bound) {
      if (bound <= UINT32) return belowSmall(next, bound)
      return belowLarge(next, bound)
    },
  }
}

/** Rejection sampling: draws above the last whole multiple are discarded, so that no value is favoured. */
function belowSmall(next: () => number, bound: number): number {
  const limit = UINT32 - (UINT32 % bound)
  let draw = next()
  while (draw >= limit) draw = next()
  return draw % bound
}

const HIGH_BITS = 2 ** 21

function belowLarge(next: () => number, bound: number): number {
  const range = HIGH_BITS * UINT32
  const limit = range - (range % bound)
  let draw = limit
  while (draw >= limit) draw = (next() % HIGH_BITS) * UINT32 + next()
  return draw % bound
}

function xoshiro128([first, second, third, fourth]: Words): () => number {
  let [a, b, c, d] = [first, second, third, fourth]
  // An all-zero state would never change.
  if ((a | b | c | d) === 0) d = 1
  return () => {
    const scrambled = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotateLeft(d, 11)
    return scrambled
  }
}
