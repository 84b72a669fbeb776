import { describe, expect, it } from 'vitest'
import { text } from './bounds.ts'

describe('text of a caller', () => {
  it.each(['', 'plain', 'a\u0001b', 'Ünïcödé ё', '龙', '👩‍🚀', '\u{1F600}'])('may be %j', (value) => {
    expect(text.safeParse(value).success).toBe(true)
  })

  it.each(['\u0000', 'a\u0000b', '\uD800', 'a\uDC00', '\uDE00\uD83D'])('may not be %j', (value) => {
    expect(text.safeParse(value).error?.issues).toMatchObject([{ params: { errorCode: 'invalid_text' } }])
  })
})
