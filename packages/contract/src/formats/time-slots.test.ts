import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHART_INTERVALS } from '../constants.ts'
import { slotStartSec, timeSlot } from './time-slots.ts'

const at = (iso: string) => Date.parse(iso) / 1_000

test.each([
  ['hour', '2026-11-21T13:59:59Z', '2026-11-21 13:00'],
  ['day', '2026-11-21T23:59:59Z', '2026-11-21'],
  ['week', '2026-11-21T00:00:00Z', '2026-47'],
  ['week', '2027-01-03T23:59:59Z', '2026-53'],
  ['week', '2027-01-04T00:00:00Z', '2027-01'],
  ['week', '2024-12-30T00:00:00Z', '2025-01'],
  ['month', '2026-11-30T23:59:59Z', '2026-11'],
] as const)('the %s of %s is the slot %s', (interval, iso, slot) => {
  expect(timeSlot(at(iso), interval)).toBe(slot)
})

test('a slot contains its own start, and no time in a slot is before it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 700_000, max: 4_102_444_799 }),
      fc.constantFrom(...CHART_INTERVALS),
      (atSec, interval) => {
        const slot = timeSlot(atSec, interval)
        const startSec = slotStartSec(slot, interval) ?? Number.NaN
        expect(startSec).toBeLessThanOrEqual(atSec)
        expect(timeSlot(startSec, interval)).toBe(slot)
        expect(timeSlot(startSec - 1, interval)).not.toBe(slot)
      },
    ),
  )
})

test.each([
  ['day', '2026-02-30'],
  ['day', '2026-2-3'],
  ['hour', '2026-11-21 24:00'],
  ['week', '2025-53'],
  ['week', '2026-00'],
  ['month', '2026-13'],
  ['month', ''],
] as const)('no %s is called %o', (interval, slot) => {
  expect(slotStartSec(slot, interval)).toBeUndefined()
})
