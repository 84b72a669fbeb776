import { beforeEach, expect, test } from 'vitest'
import { FakeClock } from '../testing/fake-clock.ts'
import { createTabLock, LOCK_WAIT_MS } from './tab-lock.ts'

let clock: FakeClock
beforeEach(() => void (clock = new FakeClock()))

/** Two tabs of one browser, over real Web Locks. */
const tab = () => createTabLock(navigator.locks, clock)
const never = () => new Promise<string>(() => undefined)

test('one tab works after the other', async () => {
  const first = Promise.withResolvers<string>()
  const began: string[] = []
  const work = (name: string, result: Promise<string>) => () => {
    began.push(name)
    return result
  }
  const one = tab()('one-after-other', work('one', first.promise))
  const other = tab()('one-after-other', work('other', Promise.resolve('b')))
  await expect.poll(() => began).toEqual(['one'])
  first.resolve('a')
  expect(await Promise.all([one, other])).toEqual(['a', 'b'])
  expect(clock.waitingMs).toEqual([])
})

test('a tab that hangs loses the lock to one that has waited', async () => {
  void tab()('hung', never)
  const other = tab()('hung', () => Promise.resolve('b'))
  clock.advance(LOCK_WAIT_MS)
  expect(await other).toBe('b')
})

test('work whose lock was stolen still finishes', async () => {
  const slow = Promise.withResolvers<string>()
  const one = tab()('stolen', () => slow.promise)
  const other = tab()('stolen', () => Promise.resolve('b'))
  clock.advance(LOCK_WAIT_MS)
  expect(await other).toBe('b')
  slow.resolve('a')
  expect(await one).toBe('a')
})

test('work that fails rejects once', async () => {
  let runs = 0
  const work = () => {
    runs += 1
    return Promise.reject(new Error('away'))
  }
  await expect(tab()('failing', work)).rejects.toThrow('away')
  expect(runs).toBe(1)
})
