import { expect, test } from 'vitest'
import { RecentMessages } from './recent-messages.ts'
import { LIVE_TOKEN_LIFE_MS } from './live-tickets.ts'

const LOT = {
  userId: 'anna',
  lotId: 'lot',
  itemId: 1,
  side: 'sell',
  price: 5,
  count: 9,
  openCount: 9,
  status: 'open',
  filledCount: 0,
  filledPrice: 0,
} as const
const message = (id: number) => ({ id, atMs: 0, updates: {} })
const withLots = (id: number, count: number) => {
  const lots = Array.from({ length: count }, () => LOT)
  return { id, atMs: 0, updates: { marketplace: { lots, prices: [], books: [] } } }
}
const idsAfter = (recent: RecentMessages, id: number) => recent.after(id)?.map((each) => each.id)

test('returns the messages after an id, and all messages for a client from before the first', () => {
  const recent = new RecentMessages(() => 0)
  expect(idsAfter(recent, 0)).toEqual([])
  for (const id of [7, 8, 9]) recent.add(message(id))
  expect(recent.lastId).toBe(9)
  expect([idsAfter(recent, 0), idsAfter(recent, 8), idsAfter(recent, 9)]).toEqual([[7, 8, 9], [9], []])
})

test('returns undefined once messages have been dropped by age or size', () => {
  let nowMs = 0
  const recent = new RecentMessages(() => nowMs)
  recent.add(message(1))
  nowMs = LIVE_TOKEN_LIFE_MS + 1
  recent.add(message(2))
  expect([idsAfter(recent, 0), idsAfter(recent, 1)]).toEqual([undefined, [2]])
  // Each message counts as one change itself: five such reach the limit, and the empty one before them is dropped.
  for (let id = 3; id <= 7; id += 1) recent.add(withLots(id, 9_999))
  expect([idsAfter(recent, 2), idsAfter(recent, 1)]).toEqual([[3, 4, 5, 6, 7], undefined])
  recent.add(message(8))
  expect([idsAfter(recent, 3), idsAfter(recent, 2)]).toEqual([[4, 5, 6, 7, 8], undefined])
  // A message larger than the limit is dropped at once.
  recent.add(withLots(9, 50_000))
  expect([idsAfter(recent, 8), idsAfter(recent, 9)]).toEqual([undefined, []])
})

test('returns undefined after a gap in the ids', () => {
  const recent = new RecentMessages(() => 0)
  recent.add(message(1))
  recent.add(message(5))
  expect([idsAfter(recent, 1), idsAfter(recent, 4)]).toEqual([undefined, [5]])
  // Dropped messages do not count towards the limit.
  for (const id of [6, 20, 21]) recent.add(withLots(id, 20_000))
  expect(idsAfter(recent, 19)).toEqual([20, 21])
})

test('cannot catch up clients that fetched before messages were lost, but those that fetch after the next message', () => {
  const recent = new RecentMessages(() => 0)
  recent.add(message(1))
  recent.miss()
  expect(idsAfter(recent, 1)).toBeUndefined()
  recent.add(message(2))
  recent.add(message(3))
  expect([idsAfter(recent, 1), idsAfter(recent, 2), idsAfter(recent, 3)]).toEqual([undefined, [3], []])
})
