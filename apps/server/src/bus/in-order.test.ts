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

it('delivers messages in order, whatever the first id', () => {
  const { heard, send } = follow()
  send(7, 8, 9)
  expect(heard).toEqual([7, 8, 9])
})

it('drops duplicate and late messages', () => {
  const { heard, send } = follow()
  send(1, 2, 2, 1, 3, 2)
  expect(heard).toEqual([1, 2, 3])
})

it('reports missing messages before it delivers the one that reveals the gap', () => {
  const { heard, send } = follow()
  send(1, 4, 2, 3, 5)
  expect(heard).toEqual([1, 'missed', 4, 5])
})

it('reports once a loss that the bus has announced, and reports later gaps', () => {
  const { heard, send, miss } = follow()
  send(1)
  miss()
  send(4, 5, 8)
  expect(heard).toEqual([1, 'missed', 4, 5, 'missed', 8])
})

it('remembers the last id after a loss, so that late messages are dropped', () => {
  const { heard, send, miss } = follow()
  send(3)
  miss()
  send(2, 3, 4, 6)
  expect(heard).toEqual([3, 'missed', 4, 'missed', 6])
})
