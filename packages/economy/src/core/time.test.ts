import { describe, expect, it } from 'vitest'
import { isWithin, remainingMs } from './time.ts'

describe('a wait of ten seconds', () => {
  it.each([
    ['begins', 0, 10_000],
    ['is half over', 5_000, 5_000],
    ['is over', 10_000, 0],
    ['is not extended by small clock differences', -500, 10_000],
    ['is over if the clock was set back before its start', -3_600_000, 0],
  ])('%s', (_, passedMs, leftMs) => {
    const beganMs = 1_700_000_000_000
    expect(remainingMs(beganMs, 10_000, beganMs + passedMs)).toBe(leftMs)
    expect(isWithin(beganMs, 10_000, beganMs + passedMs)).toBe(leftMs > 0)
  })
})
