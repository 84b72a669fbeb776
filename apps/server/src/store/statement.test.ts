import fc from 'fast-check'
import { expect, it } from 'vitest'
import { quote, quoteJson } from './statement.ts'

it('quotes JSON like any other text', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\\', '"', '\n', '\u0000', '\u2028', '\ud800', '{},'),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json({ maxDepth: 4 }),
        texts.map((text) => JSON.stringify({ [text]: text })),
      ),
      (json) => {
        expect(quoteJson(json)).toBe(quote(json))
      },
    ),
  )
})
