import { expect, test } from 'vitest'
import { mentions, partsOf } from './message-parts.ts'

const rules = { linkDomains: ['example.org'], ownName: 'Ann Lee' }
const text = (value: string) => ({ kind: 'text', text: value })

test('items are found by their numbers in any context', () => {
  expect(partsOf('Sell [item:1001], [item:77] and [item:x] [item:2147483648] [item:0]', rules)).toEqual([
    text('Sell '),
    { kind: 'item', itemId: 1_001 },
    text(', '),
    { kind: 'item', itemId: 77 },
    text(' and [item:x] [item:2147483648] [item:0]'),
  ])
})

test('an item may have any id of the store platform', () => {
  expect(partsOf('[item:900000000][item:2147483647]', rules)).toEqual([
    { kind: 'item', itemId: 900_000_000 },
    { kind: 'item', itemId: 2_147_483_647 },
  ])
})

test('an address is a link on allowed domains only, without trailing punctuation', () => {
  expect(partsOf('See https://wiki.example.org/a?b=1, or https://evil.test.', rules)).toEqual([
    text('See '),
    { kind: 'link', url: 'https://wiki.example.org/a?b=1' },
    text(', or https://evil.test.'),
  ])
  for (const address of [
    'https://example.org.evil.test/',
    'https://notexample.org/',
    'https://example.org@evil.test/',
    'https://user:secret@example.org/',
    'javascript:alert(1)',
    'https://',
  ]) {
    expect(partsOf(address, rules)).toEqual([text(address)])
  }
})

test("a mention matches the reader's whole name, ignoring case", () => {
  expect(partsOf('hi @ann lee!', rules)).toEqual([text('hi '), { kind: 'mention', text: '@ann lee' }, text('!')])
  expect(mentions('@Ann Leeson', 'Ann Lee')).toBe(false)
  expect(mentions('Ann Lee', 'Ann Lee')).toBe(false)
  expect(mentions('@', '')).toBe(false)
  expect(mentions('@Ann Leeson, no: @Ann Lee', 'Ann Lee')).toBe(true)
  expect(mentions('write to joe@ann lee', 'Ann Lee')).toBe(false)
  expect(mentions('@a.c', 'a+c')).toBe(false)
  expect(mentions('(@a+c)', 'a+c')).toBe(true)
})

test('a letter that becomes two in lower case does not shift mentions', () => {
  expect(partsOf('İyi ki @ann var', { ...rules, ownName: 'Ann' })).toEqual([
    text('İyi ki '),
    { kind: 'mention', text: '@ann' },
    text(' var'),
  ])
  expect(partsOf('@İpek?', { ...rules, ownName: 'İpek' })).toEqual([{ kind: 'mention', text: '@İpek' }, text('?')])
})
