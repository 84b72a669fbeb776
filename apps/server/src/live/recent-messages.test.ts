import { expect, test } from 'vitest'
import { RecentMessages } from './recent-messages.ts'
import { LIVE_TOKEN_LIFE_MS } from './single-use-tokens.ts'

const message = (id: number) => ({ id, atMs: 0, updates: {} })
const idsAfter = (recent: RecentMessages, id: number) => recent.after(id)?.map((each) => each.id)

test('has what came after a message, and all since its start for who came before the first', () => {
  const recent = new RecentMessages(() => 0)
  expect(idsAfter(recent, 0)).toEqual([])
  for (const id of [7, 8, 9]) recent.add(message(id))
  expect(recent.lastId).toBe(9)
  expect([idsAfter(recent, 0), idsAfter(recent, 8), idsAfter(recent, 9)]).toEqual([[7, 8, 9], [9], []])
})

test('says when it no longer knows everything, by age and by number', () => {
  let nowMs = 0
  const recent = new RecentMessages(() => nowMs)
  recent.add(message(1))
  nowMs = LIVE_TOKEN_LIFE_MS + 1
  recent.add(message(2))
  expect([idsAfter(recent, 0), idsAfter(recent, 1)]).toEqual([undefined, [2]])
  for (let id = 3; id <= 2_003; id += 1) recent.add(message(id))
  expect([idsAfter(recent, 2), idsAfter(recent, 3)?.length]).toEqual([undefined, 2_000])
})

test('does not pretend to know what it never heard of', () => {
  const recent = new RecentMessages(() => 0)
  recent.add(message(1))
  recent.add(message(5))
  expect([idsAfter(recent, 1), idsAfter(recent, 4)]).toEqual([undefined, [5]])
})
