import { expect, it } from 'vitest'
import { isFirstOfDay } from './days.ts'

const DAY_SEC = 86_400
/** A day that has 24 hours everywhere. */
const NOON = new Date(2026, 0, 14, 12).getTime() / 1_000
const MIDNIGHT = new Date(2026, 0, 14).getTime() / 1_000

it.each([
  ['the first of all, of today', undefined, NOON, false],
  ['the first of all, of yesterday', undefined, NOON - DAY_SEC, true],
  ['one of the same day', NOON, NOON + 3_600, false],
  ['one behind midnight', MIDNIGHT - 1, MIDNIGHT, true],
  ['one a year later to the day', NOON - 365 * DAY_SEC, NOON, true],
])('handles the date of %s', (_, beforeSec, atSec, isDated) => {
  expect(isFirstOfDay(beforeSec, atSec, NOON * 1_000)).toBe(isDated)
})
