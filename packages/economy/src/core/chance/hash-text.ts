const PRIME_OF_WORD = [0x239b961b, 0xab0e9789, 0x38b34ae5, 0xa1e38b93] as const

/** 128 bits as four words. */
export type Words = readonly [number, number, number, number]

/**
 * Non-cryptographic 128-bit hash, for ids and for randomness that need not be secret. Every step is a bijection of the
 * state, so distinct texts collide only by chance. Reversible: use a keyed hash for anything players must not predict
 * (rules §3).
 */
export function hashText(text: string): Words {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, text.length]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    a = b ^ Math.imul(rotateLeft(a ^ code, 15), PRIME_OF_WORD[0])
    b = c ^ Math.imul(rotateLeft(b ^ a, 17), PRIME_OF_WORD[1])
    c = d ^ Math.imul(rotateLeft(c ^ b, 16), PRIME_OF_WORD[2])
    d = a ^ Math.imul(rotateLeft(d ^ c, 18), PRIME_OF_WORD[3])
  }
  return finish(finish([a, b, c, d]))
}

function finish([a, b, c, d]: Words): Words {
  const words = mixWords([a, b, c, d])
  return [avalanche(words[0]), avalanche(words[1]), avalanche(words[2]), avalanche(words[3])]
}

/** Mixes every word into every other. Bijective, because each step only adds words it does not change. */
function mixWords([a, b, c, d]: Words): Words {
  const sum = (a + b + c + d) | 0
  return [sum, (b + sum) | 0, (c + sum) | 0, (d + sum) | 0]
}

/** The finaliser of MurmurHash3: every bit of a word reaches every other. */
function avalanche(word: number): number {
  const once = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return twice ^ (twice >>> 16)
}

export function rotateLeft(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}
