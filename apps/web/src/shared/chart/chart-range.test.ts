import { expect, test } from 'vitest'
import { writeDates } from './axes.ts'
import { chartRange, tickLimit } from './chart-range.ts'
import { slotLabel } from './slot-label.ts'

test.each([
  ['hour', 2, 12],
  ['day', 30, 8],
  ['week', 90, 8],
  ['month', 365, 8],
] as const)('%s looks back %i days and shows at most %i ticks', (interval, days, ticks) => {
  expect(chartRange(interval, 100_000_000)).toEqual({ start_date: 100_000_000 - days * 86_400, end_date: 100_000_000 })
  expect(tickLimit(interval)).toBe(ticks)
})

test('labels slots by their interval', () => {
  const at = Date.UTC(2026, 10, 16) / 1_000
  expect(slotLabel('2026-11-16', at, 'day', 'en', 'week')).toBe('November 16, 2026')
  expect(slotLabel('2026-47', at, 'week', 'ru', 'неделя')).toBe('2026, неделя 47 (16.11.2026)')
  expect(slotLabel('2026-11', at, 'month', 'pt', 'semana')).toBe('novembro de 2026')
})

test('months are named on their axis, with the full year at its January', () => {
  const write = writeDates('month', 'en')
  expect([Date.UTC(2026, 10), Date.UTC(2027, 0)].map((at) => write(new Date(at)))).toEqual(['Nov', '2027'])
})
