import { expect, test } from 'vitest'
import { formatTable, parseTable } from './spin.ts'

test('a prize table is parsed as written', () => {
  const prizes = [
    { item_id: 0, count: 5, weight: 700 },
    { item_id: 1_001, count: 1, weight: 300 },
  ]
  expect(parseTable(formatTable(prizes))).toEqual(prizes)
  expect(parseTable(' 0:5:700 ; 1001:1:300 ')).toEqual(prizes)
})

test.each(['', 'x', '0:5', '0:5:0', '0:5:-1', '0:5:7:1', '0:1.5:7', '0:5:x'])('%j is not a prize table', (text) => {
  expect(parseTable(text)).toBeUndefined()
})
