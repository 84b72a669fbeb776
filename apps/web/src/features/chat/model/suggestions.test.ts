import { expect, test } from 'vitest'
import { complete, completionAt } from './suggestions.ts'

test('an open bracket asks for items, an at sign for names', () => {
  expect(completionAt('sell [cop', 9)).toEqual({ kind: 'item', query: 'cop', start: 5 })
  expect(completionAt('hi @Ann L', 9)).toEqual({ kind: 'name', query: 'Ann L', start: 3 })
  expect(completionAt('@', 1)).toEqual({ kind: 'name', query: '', start: 0 })
  for (const text of ['me@example', 'sell [item:7] now', 'plain', `[${'x'.repeat(31)}`, '[a\nb']) {
    expect(completionAt(text, text.length)).toBeUndefined()
  }
})

test('a choice takes the place of what was typed', () => {
  const completion = completionAt('sell [cop now', 9)
  expect(completion && complete('sell [cop now', 9, completion, '[item:1001]')).toEqual({
    text: 'sell [item:1001] now',
    caret: 17,
  })
})
