import { afterEach, describe, expect, test, vi } from 'vitest'
import { FakeClock } from '../testing/fake-clock.ts'
import { createDebounce } from './debounce.ts'
import { runInTasks } from './run-in-tasks.ts'
import { createThrottle } from './throttle.ts'

describe('a throttle', () => {
  test('runs at once, then once per interval while requested, and once more at the end', () => {
    const clock = new FakeClock()
    let runs = 0
    const { request } = createThrottle(() => (runs += 1), 400, clock)
    request()
    expect(runs).toBe(1)
    for (let elapsedMs = 0; elapsedMs < 1_000; elapsedMs += 10) {
      clock.advance(10)
      request()
    }
    expect(runs).toBe(3)
    clock.advance(400)
    expect(runs).toBe(4)
    clock.advance(10_000)
    expect(runs).toBe(4)
  })

  test('does not run after cancel', () => {
    const clock = new FakeClock()
    let runs = 0
    const { request, cancel } = createThrottle(() => (runs += 1), 400, clock)
    request()
    request()
    cancel()
    clock.advance(1_000)
    expect(runs).toBe(1)
  })
})

describe('a debounce', () => {
  test('runs once requests pause', () => {
    const clock = new FakeClock()
    let runs = 0
    const { request } = createDebounce(() => (runs += 1), { delayMs: 250 }, clock)
    request()
    clock.advance(200)
    request()
    clock.advance(249)
    expect(runs).toBe(0)
    clock.advance(1)
    expect(runs).toBe(1)
  })

  test('runs after its maximum delay even while requests continue', () => {
    const clock = new FakeClock()
    let runs = 0
    const { request } = createDebounce(() => (runs += 1), { delayMs: 250, maxMs: 1_000 }, clock)
    for (let elapsedMs = 0; elapsedMs < 2_000; elapsedMs += 50) {
      request()
      clock.advance(50)
    }
    expect(runs).toBe(2)
  })

  test('does not run after cancel', () => {
    const clock = new FakeClock()
    let runs = 0
    const { request, cancel } = createDebounce(() => (runs += 1), { delayMs: 250, maxMs: 1_000 }, clock)
    request()
    cancel()
    clock.advance(5_000)
    expect(runs).toBe(0)
    expect(clock.waitingMs).toEqual([])
  })
})

describe('steps in tasks', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('let other tasks run before each of them', async () => {
    vi.stubGlobal('document', { hidden: false })
    const calls: string[] = []
    let turns = 0
    const count = setInterval(() => (turns += 1), 0)
    await new Promise<void>((resolve) => {
      runInTasks(
        () => calls.push('one'),
        () => calls.push('two'),
        resolve,
      )
      calls.push('asked')
    })
    clearInterval(count)
    expect(calls).toEqual(['asked', 'one', 'two'])
    expect(turns).toBeGreaterThan(0)
  })

  test('run at once in a hidden page', () => {
    vi.stubGlobal('document', { hidden: true })
    const calls: string[] = []
    runInTasks(
      () => calls.push('one'),
      () => calls.push('two'),
    )
    expect(calls).toEqual(['one', 'two'])
  })
})
