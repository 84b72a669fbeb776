/** A source of chance. The same seed gives the same sequence on every machine, so that any draw can be audited (rules §3). */
export interface Rng {
  /** A uniform integer in 0 … bound − 1; bound is 1 … 2^53. */
  below(bound: number): number
}

const UINT32 = 2 ** 32
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193
const GOLDEN_GAMMA = 0x9e3779b9

/** xoshiro128** seeded from a text, usually the operation's uuid with a server secret. */
export function createRng(seed: string): Rng {
  const next = xoshiro128(seed)
  return {
    below(bound) {
      if (bound <= UINT32) return belowSmall(next, bound)
      return belowLarge(next, bound)
    },
  }
}

/** Rejection sampling: draws above the last whole multiple are thrown away, so no value is favoured. */
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

/** FNV-1a from a starting value of its own for each word of the state, finished so that close texts end far apart. */
function hashText(text: string, salt: number): number {
  let hash = FNV_OFFSET ^ Math.imul(salt, GOLDEN_GAMMA)
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad)
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97)
  return hash ^ (hash >>> 15)
}

function xoshiro128(seed: string): () => number {
  let [a, b, c, d] = [hashText(seed, 1), hashText(seed, 2), hashText(seed, 3), hashText(seed, 4) | 1]
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

function rotateLeft(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}
