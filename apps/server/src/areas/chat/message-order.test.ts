import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MessageOrder } from './message-order.ts'
import type { DeletionUpdate, MessageUpdate } from './updates.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function message(id: number): MessageUpdate {
  const sender = { channel_id: '1', user_uuid: '', sender_name: '', text: '', sent_at: 0, deleted_by: null }
  return { kind: 'message', atMs: 0, to: null, hiddenFrom: [], message: { id, ...sender } }
}

function deletion(id: number): DeletionUpdate {
  return { kind: 'deleted', atMs: 0, to: null, id, by: 'sender' }
}

function order(readGap: (afterId: number, beforeId: number) => Promise<readonly MessageUpdate[]>) {
  const delivered: (number | string)[] = []
  const errors: unknown[] = []
  const made = new MessageOrder({
    lastId: 10,
    deliver: (update) => void delivered.push(update.kind === 'message' ? update.message.id : `${update.id} deleted`),
    readGap,
    onError: (error) => void errors.push(error),
  })
  const take = (...ids: number[]) => ids.forEach((id) => made.take(message(id)))
  const remove = (id: number) => made.takeDeletion(deletion(id))
  return { delivered, errors, take, remove }
}

it('delivers each message once, in order of ids', async () => {
  const { delivered, take } = order(() => Promise.reject(new Error('no message is missing')))
  take(11, 13, 14, 12, 12, 11, 9, 15)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(delivered).toEqual([11, 12, 13, 14, 15])
})

it('reads unpublished messages from the store, and skips deleted rows', async () => {
  const asked: number[][] = []
  const { delivered, take } = order((afterId, beforeId) => {
    asked.push([afterId, beforeId])
    return Promise.resolve([message(12)])
  })
  take(11, 14, 15)
  expect(delivered).toEqual([11])
  await vi.advanceTimersByTimeAsync(2_000)
  expect([delivered, asked]).toEqual([[11, 12, 14, 15], [[11, 14]]])
  take(16)
  expect(delivered.at(-1)).toBe(16)
})

it('skips nothing while the store is unavailable', async () => {
  let isAway = true
  const { delivered, errors, take } = order(() =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve([message(11), message(12)]),
  )
  take(13)
  await vi.advanceTimersByTimeAsync(1_200)
  expect([delivered, errors.length > 0]).toEqual([[], true])
  isAway = false
  await vi.advanceTimersByTimeAsync(1_200)
  expect(delivered).toEqual([11, 12, 13])
})

it('delivers the deletion of a waiting message at once, and again after the message', async () => {
  const { delivered, take, remove } = order(() => Promise.resolve([message(11)]))
  take(12)
  remove(12)
  expect(delivered).toEqual(['12 deleted'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(delivered).toEqual(['12 deleted', 11, 12, '12 deleted'])
})

it('delivers the deletion of a delivered message once', () => {
  const { delivered, take, remove } = order(() => Promise.resolve([]))
  take(11)
  remove(11)
  take(12)
  expect(delivered).toEqual([11, '11 deleted', 12])
})
