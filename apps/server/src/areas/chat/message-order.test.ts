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
  const told: (number | string)[] = []
  const errors: unknown[] = []
  const made = new MessageOrder({
    lastId: 10,
    deliver: (update) => void told.push(update.kind === 'message' ? update.message.id : `${update.id} deleted`),
    readGap,
    onError: (error) => void errors.push(error),
  })
  const take = (...ids: number[]) => ids.forEach((id) => made.take(message(id)))
  const remove = (id: number) => made.takeDeletion(deletion(id))
  return { told, errors, take, remove }
}

it('hands on each message once, in the order of the ids', async () => {
  const { told, take } = order(() => Promise.reject(new Error('nothing is missing')))
  take(11, 13, 14, 12, 12, 11, 9, 15)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told).toEqual([11, 12, 13, 14, 15])
})

it('reads what nobody tells, and passes over what is there no more', async () => {
  const asked: number[][] = []
  const { told, take } = order((afterId, beforeId) => {
    asked.push([afterId, beforeId])
    return Promise.resolve([message(12)])
  })
  take(11, 14, 15)
  expect(told).toEqual([11])
  await vi.advanceTimersByTimeAsync(2_000)
  expect([told, asked]).toEqual([[11, 12, 14, 15], [[11, 14]]])
  take(16)
  expect(told.at(-1)).toBe(16)
})

it('passes over nothing while the store does not answer', async () => {
  let isAway = true
  const { told, errors, take } = order(() =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve([message(11), message(12)]),
  )
  take(13)
  await vi.advanceTimersByTimeAsync(1_200)
  expect([told, errors.length > 0]).toEqual([[], true])
  isAway = false
  await vi.advanceTimersByTimeAsync(1_200)
  expect(told).toEqual([11, 12, 13])
})

it('tells the deletion of a message that waits at once, and behind the message again', async () => {
  const { told, take, remove } = order(() => Promise.resolve([message(11)]))
  take(12)
  remove(12)
  expect(told).toEqual(['12 deleted'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told).toEqual(['12 deleted', 11, 12, '12 deleted'])
})

it('tells the deletion of a message that was handed on once', () => {
  const { told, take, remove } = order(() => Promise.resolve([]))
  take(11)
  remove(11)
  take(12)
  expect(told).toEqual([11, '11 deleted', 12])
})
