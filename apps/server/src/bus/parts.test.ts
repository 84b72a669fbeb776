import { expect, it } from 'vitest'
import { joinParts, splitIntoParts } from './parts.ts'

/** PostgreSQL rejects notifications of 8,000 bytes or more. */
const BYTES_MAX = 7_999
const [ONE, OTHER] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002']

it('splits texts of any length and script into parts that fit, and joins them', () => {
  for (const text of ['', 'a', 'щ'.repeat(9_999), `x${'🥚'.repeat(5_000)}`, ' spaces \n and breaks '.repeat(500)]) {
    const parts = splitIntoParts(ONE, text || ' ')
    expect(parts.every((part) => Buffer.byteLength(part) <= BYTES_MAX)).toBe(true)
    const join = joinParts()
    const joined = parts.map((part) => join(Buffer.from(part).toString()))
    expect(joined.slice(0, -1).every((part) => part === undefined)).toBe(true)
    expect(joined.at(-1)).toEqual({ serverId: ONE, text: text || ' ' })
  }
})

it('joins interleaved parts of two servers, and discards incomplete texts', () => {
  const [text, otherText] = ['first'.repeat(2_000), 'second'.repeat(2_000)]
  const [parts, others] = [splitIntoParts(ONE, text), splitIntoParts(OTHER, otherText)]
  const join = joinParts()
  const mixed = parts.flatMap((part, index) => [part, others[index] ?? ''])
  expect(mixed.map(join).filter((part) => part !== undefined)).toEqual([
    { serverId: ONE, text },
    { serverId: OTHER, text: otherText },
  ])
  expect(join(parts[1] ?? '')).toBeUndefined()
  expect([parts[0] ?? '', parts[2] ?? ''].map(join)).toEqual([undefined, undefined])
  expect(parts.map(join).at(-1)).toEqual({ serverId: ONE, text })
})
