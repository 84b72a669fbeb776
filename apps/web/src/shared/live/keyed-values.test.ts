import { expect, test } from 'vitest'
import { FakeClock } from '../testing/fake-clock.ts'
import { KeyedValues, SNAPSHOT_INTERVAL_MS } from './keyed-values.ts'

function filled(count: number, clock = new FakeClock()): KeyedValues<number> {
  const values = new KeyedValues<number>(clock)
  for (let key = 1; key <= count; key += 1) values.set(key, key)
  values.publish()
  return values
}

test('a selection reads the same map until one of its keys changes', () => {
  const values = filled(9)
  const selection = values.select([2, 3, 77])
  const before = selection.read()
  expect(before).toEqual(
    new Map([
      [2, 2],
      [3, 3],
    ]),
  )
  values.set(4, 40)
  values.publish()
  expect(selection.read()).toBe(before)
  values.set(77, 1)
  values.publish()
  expect(selection.read()).toEqual(
    new Map([
      [2, 2],
      [3, 3],
      [77, 1],
    ]),
  )
})

test('the snapshot is copied a few times a second, however many changes arrive', () => {
  const clock = new FakeClock()
  const values = filled(10_000, clock)
  const copies = new Set<unknown>()
  const end = values.subscribeAll(() => copies.add(values.snapshot()))
  for (let change = 0; change < 100; change += 1) {
    values.set(1, change)
    values.publish()
    clock.advance(10)
  }
  expect(copies.size).toBe(1 + 1_000 / SNAPSHOT_INTERVAL_MS)
  clock.advance(SNAPSHOT_INTERVAL_MS)
  expect(values.snapshot().get(1)).toBe(99)
  end()
  values.set(1, 500)
  values.publish()
  expect(values.snapshot().get(1)).toBe(500)
})

test('a late subscriber to all values sees what changed since its last read', () => {
  const values = filled(3)
  // Like a component: it reads while rendering and subscribes only after mounting.
  expect(values.snapshot().size).toBe(3)
  values.set(4, 4)
  values.publish()
  values.subscribeAll(() => undefined)
  expect(values.snapshot().size).toBe(4)
})

test('a pending change is delivered to the next subscriber after the last one left', () => {
  const clock = new FakeClock()
  const values = filled(1, clock)
  const end = values.subscribeAll(() => undefined)
  for (const count of [10, 20]) {
    values.set(1, count)
    values.publish()
  }
  expect(values.snapshot().get(1)).toBe(10)
  end()
  values.subscribeAll(() => undefined)
  expect(values.snapshot().get(1)).toBe(20)
})

test('subscribers of single keys cause no snapshot', () => {
  const values = filled(10_000)
  const before = values.snapshot()
  let heard = 0
  values.subscribe([5], () => (heard += 1))
  values.set(5, 6)
  values.publish()
  expect(heard).toBe(1)
  expect(before.get(5)).toBe(5)
})

test('an unsubscribed listener is not called', () => {
  const values = filled(3)
  let heard = 0
  const end = values.subscribe([1, 2], () => (heard += 1))
  values.set(1, 5)
  values.set(2, 5)
  values.publish()
  expect(heard).toBe(1)
  end()
  values.set(1, 9)
  values.publish()
  expect(heard).toBe(1)
})

test('a throttled listener is called at once, then at most once per interval', () => {
  const clock = new FakeClock()
  const values = new KeyedValues<number>(clock)
  let heard = 0
  const { subscribe, read } = values.select([1, 2], { isThrottled: true })
  const end = subscribe(() => (heard += 1))
  for (let value = 1; value <= 5; value += 1) {
    values.set(1, value)
    values.publish()
  }
  expect(heard).toBe(1)
  clock.advance(SNAPSHOT_INTERVAL_MS)
  expect([heard, read().get(1)]).toEqual([2, 5])
  values.set(3, 1)
  values.publish()
  clock.advance(SNAPSHOT_INTERVAL_MS)
  expect(heard).toBe(2)
  values.set(2, 1)
  end()
  values.publish()
  clock.advance(SNAPSHOT_INTERVAL_MS)
  expect(heard).toBe(2)
})
