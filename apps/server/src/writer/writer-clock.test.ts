import { describe, expect, it } from 'vitest'
import { timeOfIdMs, WriterClock } from './writer-clock.ts'

const START_MS = 1_795_000_000_000

function clockThatReads(times: readonly number[], lastMs = 0): WriterClock {
  let index = 0
  return new WriterClock(() => times[Math.min(index++, times.length - 1)] ?? 0, lastMs)
}

describe("the writer's clock", () => {
  it('stands still while the clock of the machine goes back, and goes on after it', () => {
    const clock = clockThatReads([START_MS, START_MS - 60_000, START_MS - 1, START_MS + 5])
    expect([1, 2, 3, 4].map(() => clock.nowMs() - START_MS)).toEqual([0, 0, 0, 5])
  })

  it('begins after the last moment of the clock before it', () => {
    expect(clockThatReads([START_MS], START_MS + 1_000).nowMs()).toBeGreaterThan(START_MS + 1_000)
    expect(clockThatReads([START_MS], START_MS - 1_000).nowMs()).toBe(START_MS)
  })

  it('makes ids that only rise, within a moment, backwards in time and over fetches of randomness', () => {
    const times = Array.from({ length: 3_000 }, (_, index) => START_MS + ((index * 7) % 40) - (index % 3) * 1_000)
    const clock = clockThatReads(times)
    const ids = times.map(() => clock.newId())
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('makes ids greater than those of the clock before it, even when the machine has gone back to their moment', () => {
    const before = clockThatReads([START_MS])
    const ids = Array.from({ length: 50 }, () => before.newId())
    const after = clockThatReads([START_MS - 5_000], before.nowMs())
    expect(after.newId() > (ids.at(-1) ?? '')).toBe(true)
  })

  it('puts its time into ids', () => {
    const clock = clockThatReads([START_MS])
    expect(timeOfIdMs(clock.newId())).toBe(START_MS)
    expect(clock.newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})
