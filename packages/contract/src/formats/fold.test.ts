import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from './fold.ts'

test.each([
  ['Ёлка', 'елка'],
  ['Minério', 'MINERIO'],
  ['Minério'.normalize('NFD'), 'minério'],
  ['ｺｯﾊﾟｰ', 'こっぱー'],
  ['カタカナ', 'かたかな'],
  ['ＡＢＣ１２', 'abc12'],
  ['İpek Işık', 'ipek isik'],
  ['Łukasz', 'lukasz'],
  ['Straße', 'STRASSE'],
  ['Iron\u00A0 Ore', 'iron ore'],
  ['❤\uFE0F Ann\u200B', '❤ ann'],
  ['ΟΔΟΣ', 'οδοσ'],
])('%j and %j fold to the same', (one, other) => {
  expect(foldText(one)).toBe(foldText(other))
})

test.each([
  ['が', 'か'],
  ['ば', 'ぱ'],
  ['龙', '龍'],
  ['copper', 'cooper'],
])('%j and %j stay apart', (one, other) => {
  expect(foldText(one)).not.toBe(foldText(other))
})

test('folding a folded text changes nothing', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 })
  fc.assert(
    fc.property(text, (each) => {
      expect(foldText(foldText(each))).toBe(foldText(each))
    }),
    { numRuns: 2_000 },
  )
})
