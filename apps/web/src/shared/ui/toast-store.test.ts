import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, readToasts, showToast } from './toast-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const texts = () => readToasts().map(({ text }) => text)

test('notifications disappear after 3 seconds', () => {
  showToast('first')
  vi.advanceTimersByTime(1_000)
  showToast('second')
  vi.advanceTimersByTime(1_999)
  expect(texts()).toEqual(['first', 'second'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual(['second'])
  vi.advanceTimersByTime(1_000)
  expect(texts()).toEqual([])
})

test('the oldest is removed when there are too many, and any can be dismissed', () => {
  for (const text of ['a', 'b', 'c', 'd', 'e']) showToast(text)
  expect(texts()).toEqual(['b', 'c', 'd', 'e'])
  dismissToast(readToasts()[1]?.id ?? 0)
  expect(texts()).toEqual(['b', 'd', 'e'])
})
