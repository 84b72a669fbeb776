import { expect, it } from 'vitest'
import { createInProcessBus } from './bus.ts'
import { inOrder } from './in-order.ts'

function follow() {
  const bus = createInProcessBus(rethrow)
  const ordered = inOrder(bus, rethrow)
  const heard: (number | 'missed')[] = []
  ordered.onMissed(() => heard.push('missed'))
  ordered.subscribe('economy', ({ id }) => heard.push(id))
  return {
    heard,
    send: (...ids: number[]) => ids.forEach((id) => bus.publish('economy', { id, atMs: 0, updates: {} })),
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
