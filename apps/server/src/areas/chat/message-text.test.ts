import { CHAT_TEXT_LENGTH_MAX } from '@clutch/contract/constants'
import { expect, it } from 'vitest'
import { cleanText, isNearRepeat } from './message-text.ts'

it.each([
  ['  around it  ', 'around it'],
  ['one\r\ntwo', 'one\ntwo'],
  ['a\n\n\n\nb', 'a\n\nb'],
  ['a\u0000b\tc', 'abc'],
  ['\u202egnp.exe\u2066', 'gnp.exe'],
  ['🧭'.repeat(CHAT_TEXT_LENGTH_MAX), '🧭'.repeat(CHAT_TEXT_LENGTH_MAX)],
])('%j is stored without what only disturbs', (text, clean) => {
  expect(cleanText(text)).toEqual({ ok: true, value: clean })
})

it.each([
  [' \n\u200f ', 'message_empty'],
  ['x'.repeat(CHAT_TEXT_LENGTH_MAX + 1), 'message_too_long'],
])('%j is no message', (text, code) => {
  expect(cleanText(text)).toMatchObject({ ok: false, error: { code } })
})

it.each([
  ['Selling copper, cheap!', 'SELLING  сopper cheap', true],
  // Of all their pairs of letters 91, 89 and 87 in a hundred are the same.
  ['selling copper for 10 coins', 'selling copper for 12 coins', true],
  ['buying iron for 95 coins', 'buying iron for 99 coins', false],
  ['selling copper for ten coins', 'selling copper for two coins', false],
  ['+1', '+2', false],
  ['!!!', '!!!', true],
  ['!!!', '???', false],
  ['ok', 'no', false],
])('%j and %j are the same: %s', (text, earlier, isSame) => {
  expect([isNearRepeat(text, earlier), isNearRepeat(earlier, text)]).toEqual([isSame, isSame])
})
