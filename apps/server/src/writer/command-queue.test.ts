import { asUserId } from '@clutch/economy'
import pino from 'pino'
import { expect, it } from 'vitest'
import type { WriterConnection } from '../store/writer-connection.ts'
import { CommandQueue } from './command-queue.ts'
import { KEY_LIMITS } from './known-outcomes.ts'
import type { QueuedCommand } from './submission.ts'

const ANNA = asUserId('01890000-0000-7000-8000-000000000001')

/** A store that never responds. */
const CONNECTION: WriterConnection = {
  load: () => new Promise(() => undefined),
  lookUp: () => new Promise(() => undefined),
  commit: () => new Promise(() => undefined),
  close: () => Promise.resolve(),
}

function queued(): QueuedCommand {
  return {
    command: { type: 'spin', userId: ANNA, count: 1 },
    actorId: ANNA,
    idempotency: undefined,
    key: undefined,
    deadlineMs: Number.POSITIVE_INFINITY,
    respond: () => undefined,
  }
}

function openQueue(): CommandQueue {
  const log = pino({ level: 'silent' })
  return new CommandQueue({ connection: CONNECTION, keyLimits: KEY_LIMITS, log, onLookedUp: () => undefined })
}

it('requeues a rejected batch and the commands decided on top of it, in order', () => {
  const queue = openQueue()
  const [first, second, later] = [queued(), queued(), queued()]
  expect(queue.requeueRejected([first, second], [later])).toBeUndefined()
  expect([queue.isSearching, queue.searchMax]).toEqual([true, 1])
  const taken = queue.take(3)
  expect(taken.map((each) => [first, second, later].indexOf(each))).toEqual([0, 1, 2])
})

it('ends the search for the rejected command once all suspects are committed', () => {
  const queue = openQueue()
  queue.requeueRejected([queued(), queued()], [])
  queue.noteCommitted(new Map(), 1)
  expect(queue.isSearching).toBe(true)
  queue.noteCommitted(new Map(), 1)
  expect(queue.isSearching).toBe(false)
})
