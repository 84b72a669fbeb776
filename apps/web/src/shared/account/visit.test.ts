import { expect, test } from 'vitest'
import { readVisit, visitAt } from './visit.ts'

const MINUTE = 60

test('a first visit follows no other', () => {
  expect(visitAt(undefined, 'anna', 1_000)).toEqual({
    userId: 'anna',
    startedAt: 1_000,
    seenAt: 1_000,
    awaySince: null,
  })
})

test('a visit continues while a page is seen every half an hour', () => {
  const first = visitAt(undefined, 'anna', 0)
  const later = visitAt(visitAt(first, 'anna', 20 * MINUTE), 'anna', 45 * MINUTE)
  expect(later).toEqual({ userId: 'anna', startedAt: 0, seenAt: 45 * MINUTE, awaySince: null })
})

test('after a gap a visit begins that knows when the one before it ended', () => {
  const first = visitAt(undefined, 'anna', 0)
  const next = visitAt(first, 'anna', 90 * MINUTE)
  expect(next).toEqual({ userId: 'anna', startedAt: 90 * MINUTE, seenAt: 90 * MINUTE, awaySince: 0 })
  expect(visitAt(next, 'anna', 95 * MINUTE).awaySince).toBe(0)
})

test('another player of the same browser has a first visit', () => {
  expect(visitAt(visitAt(undefined, 'anna', 0), 'boris', 5_000).awaySince).toBeNull()
})

test('a stored visit is read, and nothing else that was stored', () => {
  const visit = visitAt(undefined, 'anna', 7)
  expect(readVisit(JSON.stringify(visit))).toEqual(visit)
  for (const text of [null, '', '{', 'null', '[]', '{"userId":1}', '{"userId":"anna","seenAt":"7"}']) {
    expect(readVisit(text)).toBeUndefined()
  }
})
