import { CHAT_TEXT_LENGTH_MAX } from '@clutch/contract/constants'
import { expect, it } from 'vitest'
import { cleanText, isAlike, isSameText } from './message-text.ts'

it.each([
  ['  around it  ', 'around it'],
  ['one\r\ntwo', 'one\ntwo'],
  ['a\n\n\n\nb', 'a\n\nb'],
  ['a\u0000b\tc', 'abc'],
  ['\u202egnp.exe\u2066', 'gnp.exe'],
  ['\u{1F468}\u200D\u{1F469} می\u200Cخواهم ❤\uFE0F', '\u{1F468}\u{1F469} می\u200Cخواهم ❤\uFE0F'],
  ['\u{1F468}\u200D\u{1F469}\u200D\u{1F467}', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'],
  ['🧭'.repeat(CHAT_TEXT_LENGTH_MAX), '🧭'.repeat(CHAT_TEXT_LENGTH_MAX)],
])('%j is stored without what only disturbs', (text, clean) => {
  expect(cleanText(text)).toEqual({ ok: true, value: clean })
})

it.each([
  [' \n\u200f ', 'message_empty'],
  ...[
    '\u200B',
    '\u2060',
    '\uFEFF',
    '\u00AD',
    '\u034F',
    '\u061C',
    '\u115F',
    '\u17B4',
    '\u180E',
    '\u2800',
    '\u3164',
    '\uFE0F',
  ].map((sign): [string, string] => [`${sign} ${sign}`, 'message_empty']),
  ...['\uFFA0', '\u{1D159}', '\u{E0020}', '\u{E0100}', '\u0301', '\u20DD', '\u200D\uFE0F', '\u3000'].map(
    (sign): [string, string] => [sign, 'message_empty'],
  ),
  ['x'.repeat(CHAT_TEXT_LENGTH_MAX + 1), 'message_too_long'],
])('%j is no message', (text, code) => {
  expect(cleanText(text)).toMatchObject({ ok: false, error: { code } })
})

it.each([
  ['Selling copper, cheap!', 'SELLING  сopper cheap', true],
  // 91, 89 and 87 % of their letter pairs are equal.
  ['selling copper for 10 coins', 'selling copper for 12 coins', true],
  ['buying iron for 95 coins', 'buying iron for 99 coins', false],
  ['selling copper for ten coins', 'selling copper for two coins', false],
  ['+1', '+2', false],
  ['!!!', '!!!', true],
  ['!!!', '???', false],
  ['ok', 'no', false],
])('%j and %j are alike: %s', (text, earlier, isSame) => {
  expect([isAlike(text, earlier), isAlike(earlier, text)]).toEqual([isSame, isSame])
})

it.each([
  ['Selling copper, cheap!', 'SELLING  сopper cheap', true],
  ['selling copper for 10 coins', 'selling copper for 12 coins', false],
  ['selling [item:1001]', 'selling [item:1002]', false],
  ['+1', '+2', false],
  ['!!!', '!!!', true],
])('%j and %j are the same text: %s', (text, other, isSame) => {
  expect([isSameText(text, other), isSameText(other, text)]).toEqual([isSame, isSame])
})
