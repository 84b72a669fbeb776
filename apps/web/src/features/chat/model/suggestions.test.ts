import { expect, test } from 'vitest'
import { complete, completionAt, namesFor } from './suggestions.ts'

test('an open bracket suggests items, an at sign names', () => {
  expect(completionAt('sell [cop', 9)).toEqual({ kind: 'item', query: 'cop', start: 5 })
  expect(completionAt('hi @Ann L', 9)).toEqual({ kind: 'name', query: 'Ann L', start: 3 })
  expect(completionAt('@', 1)).toEqual({ kind: 'name', query: '', start: 0 })
  for (const text of ['(@', '你好@', 'やあ、@']) {
    expect(completionAt(text, text.length)).toEqual({ kind: 'name', query: '', start: text.length - 1 })
  }
  for (const text of [
    'me@example',
    'sell [item:7] now',
    'plain',
    `[${'x'.repeat(31)}`,
    '[a\nb',
    'sold @ 5',
    'a sad [ face',
  ]) {
    expect(completionAt(text, text.length)).toBeUndefined()
  }
})

test('a selection replaces what was typed', () => {
  const completion = completionAt('sell [cop now', 9)
  expect(completion && complete('sell [cop now', 9, completion, '[item:1001]')).toEqual({
    text: 'sell [item:1001] now',
    caret: 17,
  })
})

test('names match by any part, and not after a complete name with a space', () => {
  const names = ['Ann', 'Ann Lee', 'İpek']
  expect(namesFor('ann', names)).toEqual(['Ann', 'Ann Lee'])
  expect([namesFor('LEE', names), namesFor('ipek', names)]).toEqual([['Ann Lee'], ['İpek']])
  // After selecting a name, the next Enter sends.
  expect([namesFor('Ann ', names), namesFor('ann lee ', names)]).toEqual([[], []])
  expect([namesFor('Ann L', names), namesFor('Ann Lee hi', names)]).toEqual([['Ann Lee'], []])
})
