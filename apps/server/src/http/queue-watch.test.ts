import { describe, expect, it } from 'vitest'
import { watchQueue } from './queue-watch.ts'

const IDLE = { commands: 0, batches: 0, failedBatches: 0, settled: 0, queued: 0 }

describe('queue monitoring', () => {
  it('distinguishes a stuck queue from one that is empty or makes progress', () => {
    let nowMs = 0
    let stats = IDLE
    const isMoving = watchQueue(
      () => stats,
      () => nowMs,
    )
    expect(isMoving()).toBe(true)
    nowMs = 60_000
    expect(isMoving()).toBe(true)
    stats = { ...IDLE, queued: 3 }
    expect(isMoving()).toBe(true)
    nowMs += 6_000
    expect(isMoving()).toBe(false)
    stats = { ...IDLE, queued: 3, commands: 1 }
    expect(isMoving()).toBe(true)
  })
})
