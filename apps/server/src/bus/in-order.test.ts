import { expect, it } from 'vitest'
import { createInProcessBus } from './bus.ts'
import { inOrder } from './in-order.ts'

function follow() {
  const bus = createInProcessBus(rethrow)
  const misses: (() => void)[] = []
  const ordered = inOrder({ ...bus, onMissed: (listen) => void misses.push(listen) }, rethrow)
  const heard: (number | 'missed')[] = []
  ordered.onMissed(() => heard.push('missed'))
  ordered.subscribe('economy', ({ id }) => heard.push(id))
  return {
    heard,
    send: (...ids: number[]) => ids.forEach((id) => bus.publish('economy', { id, atMs: 0, updates: {} })),
    miss: () => misses.forEach((listen) => listen()),
  }
}

function rethrow(error: unknown): never {
  throw error
}

it('hands on messages in their order, wherever they begin', () => {
  const { heard, send } = follow()
  send(7, 8, 9)
  expect(heard).toEqual([7, 8, 9])
})

it('drops what comes twice or late', () => {
  const { heard, send } = follow()
  send(1, 2, 2, 1, 3, 2)
  expect(heard).toEqual([1, 2, 3])
})

it('tells that messages are missing before the one that shows it', () => {
  const { heard, send } = follow()
  send(1, 4, 2, 3, 5)
  expect(heard).toEqual([1, 'missed', 4, 5])
})

it('tells once of what the bus knows that it missed, and tells of what is missing later', () => {
  const { heard, send, miss } = follow()
  send(1)
  miss()
  send(4, 5, 8)
  expect(heard).toEqual([1, 'missed', 4, 5, 'missed', 8])
})

it('keeps what it has heard in mind when something was missed, so that what is late is dropped', () => {
  const { heard, send, miss } = follow()
  send(3)
  miss()
  send(2, 3, 4, 6)
  expect(heard).toEqual([3, 'missed', 4, 'missed', 6])
})
