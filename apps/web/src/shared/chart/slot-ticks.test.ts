import { CHART_INTERVALS, CHART_LOOK_BACK_DAYS } from '@clutch/contract/constants'
import { DAY_SEC, timeSlot } from '@clutch/contract/formats'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { tickLimit } from './chart-range.ts'
import { slotTicks } from './slot-ticks.ts'

const NOW_SEC = Date.UTC(2026, 10, 21, 13, 37) / 1_000

test('every month has one tick, under its own name', () => {
  const ticks = slotTicks('month', NOW_SEC - 365 * DAY_SEC, NOW_SEC, 2_000)
  const names = ticks.map((tick) => timeSlot(tick, 'month'))
  expect(names).toEqual(['2026-01', '2026-03', '2026-05', '2026-07', '2026-09', '2026-11'])
  expect(ticks.every((tick) => new Date(tick * 1_000).getUTCDate() === 1)).toBe(true)
})

test('weeks begin on Mondays', () => {
  const ticks = slotTicks('week', NOW_SEC - 90 * DAY_SEC, NOW_SEC, 800)
  expect(ticks.map((tick) => new Date(tick * 1_000).getUTCDay())).toEqual(ticks.map(() => 1))
})

test('labels never exceed the width or the axis limit, and no slot has two', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CHART_INTERVALS),
      fc.integer({ min: 250, max: 1_600 }),
      fc.integer({ min: 0, max: 400 }),
      (interval, widthPx, agoDays) => {
        const toSec = NOW_SEC - agoDays * DAY_SEC
        const ticks = slotTicks(interval, toSec - CHART_LOOK_BACK_DAYS[interval] * DAY_SEC, toSec, widthPx)
        const slots = ticks.map((tick) => timeSlot(tick, interval))
        expect(ticks.length).toBeGreaterThan(0)
        expect(ticks.length).toBeLessThanOrEqual(tickLimit(interval))
        expect(ticks.length * 64).toBeLessThanOrEqual(Math.max(widthPx, 128))
        expect(new Set(slots).size).toBe(slots.length)
      },
    ),
  )
})

test('two days of hours have more than one label on any width', () => {
  for (let minutes = 0; minutes < 1_440; minutes += 30) {
    const toSec = NOW_SEC + minutes * 60
    expect(slotTicks('hour', toSec - 2 * DAY_SEC, toSec, 260).length).toBeGreaterThan(1)
  }
})
