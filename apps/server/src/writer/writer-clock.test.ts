import { describe, expect, it } from 'vitest'
import { timeOfIdMs, WriterClock } from './writer-clock.ts'

const START_MS = 1_795_000_000_000

function clockThatReads(times: readonly number[], lastMs = 0): WriterClock {
  let index = 0
  return new WriterClock(() => times[Math.min(index++, times.length - 1)] ?? 0, {
    lastIdMs: lastMs,
    elapsedMs: () => 0,
  })
}

describe("the writer's clock", () => {
  it('follows the system clock, also backward, so that a clock that ran ahead delays nothing', () => {
    const clock = clockThatReads([START_MS, START_MS, START_MS - 60_000, START_MS + 5])
    expect([1, 2, 3].map(() => clock.nowMs() - START_MS)).toEqual([0, -60_000, 5])
  })

  it('reports jumps in either direction, and none while time passes normally', () => {
    const jumps: number[] = []
    let [readMs, elapsedMs] = [START_MS, 0]
    const clock = new WriterClock(() => readMs, {
      lastIdMs: 0,
      elapsedMs: () => elapsedMs,
      onJump: (byMs) => jumps.push(byMs),
    })
    for (const [readStep, elapsedStep] of [
      [100, 100],
      [60_000, 59_500],
      [3_600_000, 10],
      [10, 10],
      [-3_600_000, 10],
      [500, 900],
    ] as const) {
      readMs += readStep
      elapsedMs += elapsedStep
      clock.nowMs()
    }
    expect(jumps).toEqual([3_599_990, -3_600_010])
  })

  it('gives published changes timestamps that never go back, also after a restart', () => {
    const clock = clockThatReads([START_MS, START_MS + 5, START_MS - 60_000, START_MS - 50_000])
    const times = [1, 2, 3].map(() => clock.publishMs())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(clockThatReads([START_MS], START_MS + 9_000).publishMs()).toBeGreaterThan(START_MS + 9_000)
  })

  it('creates rising ids within a millisecond, when the clock goes back, and across blocks of random bytes', () => {
    const times = Array.from({ length: 3_000 }, (_, index) => START_MS + ((index * 7) % 40) - (index % 3) * 1_000)
    const clock = clockThatReads(times)
    const ids = times.map(() => clock.newId())
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('creates ids greater than those of the previous writer, even if the clock has gone back', () => {
    const before = clockThatReads([START_MS])
    const ids = Array.from({ length: 50 }, () => before.newId())
    const after = clockThatReads([START_MS - 5_000], before.lastIdMs)
    expect(after.newId() > (ids.at(-1) ?? '')).toBe(true)
  })

  it('includes its time in ids', () => {
    const clock = clockThatReads([START_MS])
    expect(timeOfIdMs(clock.newId())).toBe(START_MS)
    expect(clock.newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})
