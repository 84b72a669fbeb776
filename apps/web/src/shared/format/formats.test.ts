import { LANGUAGES } from '@clutch/contract/constants'
import { expect, test } from 'vitest'
import { createFormats } from './formats.ts'

test("shortens prices with the language's decimal separator", () => {
  expect(createFormats('en').price(12_345)).toBe('12.34k')
  expect(createFormats('ru').price(12_345)).toBe('12,34k')
  expect(createFormats('en').price(999)).toBe('999')
})

test('groups digits where there is room', () => {
  expect(createFormats('en').exact(1_234_567)).toBe('1,234,567')
  expect(createFormats('tr').exact(1_234_567)).toBe('1.234.567')
})

test('shows an amount in its display coin, never rounded up', () => {
  expect(createFormats('en').denominated(12_345_678)).toEqual({ coin: 'gold', text: '12.34' })
  expect(createFormats('en').denominated(19_999)).toEqual({ coin: 'silver', text: '1.99' })
  expect(createFormats('en').denominated(340)).toEqual({ coin: 'bronze', text: '3.4' })
})

test('a range of one price is that price', () => {
  expect(createFormats('en').range(340, 340)).toBe('340')
  expect(createFormats('en').range(340, 355)).toBe('340–355')
})

test('lists things as the language does', () => {
  expect(createFormats('en').list(['70 coins', '3 × Ore'])).toBe('70 coins and 3 × Ore')
  expect(createFormats('ru').list(['70 монет', '3 × Руда'])).toBe('70 монет и 3 × Руда')
  expect(createFormats('ja').list(['70 コイン'])).toBe('70 コイン')
})

test('formats calendar days in the language, independent of the time zone', () => {
  expect(createFormats('en').day('2025-04-15')).toBe('April 15, 2025')
  expect(createFormats('ru').day('2025-04-15')).toBe('15 апреля 2025 г.')
  expect(createFormats('ja').day('2025-04-15')).toBe('2025年4月15日')
})

test('formats a range of days without repeating what they share', () => {
  expect(createFormats('en').dayRange('2025-04-15', '2025-05-31')).toMatch(/^April 15\s–\sMay 31, 2025$/)
  expect(createFormats('ru').dayRange('2025-04-15', '2025-05-31')).toMatch(/^15 апреля\s–\s31 мая 2025/)
})

test('an age is given in its largest whole unit', () => {
  expect(createFormats('en').age(59)).toBe('now')
  expect(createFormats('en').age(7_300)).toBe('2 hr. ago')
  expect(createFormats('ru').age(200_000)).toBe('2 дн. назад')
})

test('gains and losses carry their sign', () => {
  expect(createFormats('en').signedPrice(1_234.4)).toBe('+1.23k')
  expect(createFormats('pt').signedPrice(-1_234)).toBe('−1,23k')
  expect(createFormats('en').signedPrice(0.2)).toBe('0')
})

test.each(LANGUAGES)('in %s every negative figure has the same minus sign, never a hyphen', (language) => {
  const format = createFormats(language)
  const figures = [
    format.exact(-7),
    format.price(-1_234),
    format.signed(-7),
    format.average(-1.5),
    format.signedAverage(-1.5),
    format.signedPrice(-1_234),
    format.percent(-512),
    format.signedPercent(-512),
  ]
  expect(figures.filter((figure) => !figure.includes('−') || figure.includes('-'))).toEqual([])
})

test('an average carries its sign unless it is 0', () => {
  expect([1.5, 0, -1.5].map(createFormats('en').signedAverage)).toEqual(['+1.5', '0', '−1.5'])
})

test("names sort by the language's alphabet", () => {
  const sorted = (language: string, names: string[]) => names.toSorted(createFormats(language).compare)
  expect(sorted('tr', ['ışık', 'iplik', 'zar', 'çan', 'cam'])).toEqual(['cam', 'çan', 'ışık', 'iplik', 'zar'])
  expect(sorted('en', ['Level 10', 'Level 9'])).toEqual(['Level 9', 'Level 10'])
})
