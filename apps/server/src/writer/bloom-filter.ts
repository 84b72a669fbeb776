/** Bits per key of the capacity; gives a false-positive rate of 0.2 %. */
const BITS_PER_KEY = 16
/** Bits set per key. */
const BITS_SET = 4
const WORD_BITS = 32

/** A Bloom filter for strings: no false negatives, few false positives. */
export class BloomFilter {
  /** Number of keys up to which the false-positive rate holds. */
  readonly capacity: number
  readonly #words: Uint32Array
  readonly #mask: number
  #size = 0

  /** @param capacity a power of two, up to 2^27 */
  constructor(capacity: number) {
    const bits = capacity * BITS_PER_KEY
    this.capacity = capacity
    this.#words = new Uint32Array(bits / WORD_BITS)
    this.#mask = bits - 1
  }

  /** Number of distinct keys added, less those that were false positives when added. */
  get size(): number {
    return this.#size
  }

  add(key: string): void {
    const [first, step] = hashesOf(key)
    let isNew = false
    for (let index = 0; index < BITS_SET; index += 1) {
      const bit = (first + Math.imul(index, step)) & this.#mask
      const word = this.#words[bit >>> 5] ?? 0
      isNew ||= (word & (1 << bit)) === 0
      this.#words[bit >>> 5] = word | (1 << bit)
    }
    if (isNew) this.#size += 1
  }

  /** Whether the key may have been added; false is certain. */
  mayHave(key: string): boolean {
    const [first, step] = hashesOf(key)
    for (let index = 0; index < BITS_SET; index += 1) {
      const bit = (first + Math.imul(index, step)) & this.#mask
      if (((this.#words[bit >>> 5] ?? 0) & (1 << bit)) === 0) return false
    }
    return true
  }
}

/** Two 32-bit hashes from which each bit's position is derived (double hashing); the second is odd. */
function hashesOf(key: string): readonly [first: number, step: number] {
  let [a, b] = [0x81_1c_9d_c5, 0x9e_37_79_b9]
  for (let index = 0; index < key.length; index += 1) {
    const code = key.charCodeAt(index)
    a = Math.imul(a ^ code, 0x01_00_01_93)
    b = Math.imul(b ^ code, 0x85_eb_ca_6b)
    b ^= b >>> 15
  }
  return [mixed(a), mixed(b) | 1]
}

/** Avalanche step: each input bit affects all output bits. */
function mixed(hash: number): number {
  let mixing = Math.imul(hash ^ (hash >>> 16), 0x7f_eb_35_2d)
  mixing = Math.imul(mixing ^ (mixing >>> 15), 0x84_6c_a6_8b)
  return mixing ^ (mixing >>> 16)
}
