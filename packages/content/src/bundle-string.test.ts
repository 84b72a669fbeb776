import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatBundle, parseBundle } from './bundle-string.ts'
import { MAX_AMOUNT, MAX_BUNDLE_ENTRIES, MAX_ITEM_ID } from './limits.ts'

const entry = fc.record({
  itemId: fc.integer({ min: 1, max: MAX_ITEM_ID }),
  count: fc.maxSafeNat().map((count) => Math.max(1, count)),
})

describe('bundle strings', () => {
  it("reads the platform's form", () => {
    expect(parseBundle('136x4;73x4;9002x40')).toEqual({
      ok: true,
      entries: [
        { itemId: 136, count: 4 },
        { itemId: 73, count: 4 },
        { itemId: 9002, count: 40 },
      ],
    })
  })

  it('reads spaces around ids and counts, a missing count and a trailing semicolon', () => {
    expect(parseBundle(' 136 x 4 ; 73X2;40; ')).toEqual({
      ok: true,
      entries: [
        { itemId: 136, count: 4 },
        { itemId: 73, count: 2 },
        { itemId: 40, count: 1 },
      ],
    })
  })

  it('has no entries when it is empty', () => {
    expect(parseBundle('')).toEqual({ ok: true, entries: [] })
  })

  it.each([
    'x4',
    '136x',
    '136y4',
    '136x4x2',
    '-1x4',
    '1.5x2',
    'abc',
    '1 2',
    '0x4',
    '2147483648x1',
    '5x0',
    '5x9007199254740992',
  ])('refuses %s and says why', (text) => {
    const result = parseBundle(text)
    expect(result.ok).toBe(false)
    expect(result).toHaveProperty('message', expect.stringContaining(text))
  })

  it('rejects more entries than the limit', () => {
    expect(parseBundle('1;'.repeat(MAX_BUNDLE_ENTRIES + 1)).ok).toBe(false)
  })

  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 300 }), (entries) => {
        expect(parseBundle(formatBundle(entries))).toEqual({ ok: true, entries })
      }),
    )
  })

  it('reads the same entries with any spacing', () => {
    const space = fc.constantFrom('', ' ', '  ', '\t')
    fc.assert(
      fc.property(fc.array(fc.tuple(entry, space, space), { maxLength: 50 }), (parts) => {
        const text = parts.map(([{ itemId, count }, a, b]) => `${b}${itemId}${a}x${b}${count}${a}`).join(';')
        expect(parseBundle(text)).toEqual({ ok: true, entries: parts.map(([part]) => part) })
      }),
    )
  })

  it('never throws, and accepts only values within bounds', () => {
    const noise = fc.oneof(fc.string(), fc.stringMatching(/^[0-9x; ]{0,40}$/))
    fc.assert(
      fc.property(noise, (text) => {
        const result = parseBundle(text)
        if (!result.ok) return
        for (const { itemId, count } of result.entries) {
          expect(itemId >= 1 && itemId <= MAX_ITEM_ID && count >= 1 && count <= MAX_AMOUNT).toBe(true)
        }
      }),
    )
  })
})
