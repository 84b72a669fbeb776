import { expect, it } from 'vitest'
import { BloomFilter } from './bloom-filter.ts'

const CAPACITY = 4_096

function keysNamed(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `0198a1b2-0000-7000-8000-000000000001/${name} ${index}`)
}

it('contains every added key, even far beyond its capacity', () => {
  const filter = new BloomFilter(64)
  const keys = [...keysNamed('key', 1_000), '', 'é', '🗝️']
  for (const key of keys) filter.add(key)
  expect(keys.filter((key) => !filter.mayHave(key))).toEqual([])
})

it('has few false positives up to its capacity', () => {
  const filter = new BloomFilter(CAPACITY)
  expect(keysNamed('other', 1_000).some((key) => filter.mayHave(key))).toBe(false)
  for (const key of keysNamed('key', CAPACITY)) filter.add(key)
  for (const key of keysNamed('key', CAPACITY)) filter.add(key)
  expect(filter.size).toBeLessThanOrEqual(CAPACITY)
  expect(filter.size).toBeGreaterThan(CAPACITY * 0.998)
  // Theory gives 0.24 % with 16 bits per key and 4 bits set; four standard deviations are 0.09 %.
  const taken = keysNamed('other', 50_000).filter((key) => filter.mayHave(key)).length
  expect(taken).toBeGreaterThan(0)
  expect(taken / 50_000).toBeLessThan(0.003_3)
})
