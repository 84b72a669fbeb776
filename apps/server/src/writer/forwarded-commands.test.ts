import { asUserId } from '@clutch/economy'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createInProcessBus, type Bus } from '../bus/bus.ts'
import { ForwardedCommands } from './forwarded-commands.ts'
import { UNAVAILABLE, type Outcome } from './outcome.ts'
import type { Submission } from './submission.ts'

const ANNA = asUserId('00000000-0000-7000-8000-000000000001')
const GRANT = { type: 'grant', userId: ANNA, kind: 'quest_drop', coins: 1, items: [] } as const
const SUBMISSION = { command: GRANT, actorId: ANNA, idempotency: undefined }
const DONE: Outcome<never> = { ok: false, error: { code: 'internal' } }
/** As long as a caller waits for another server, and no more of them than this at once (decision 23). */
const [DEADLINE_MS, UNDER_WAY_MAX] = [8_000, 5_000]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server whose writer answers when it is told to, and refuses while it has no lease. */
class Server {
  isLeased: boolean
  readonly decided: Submission[] = []
  readonly commands: ForwardedCommands
  readonly #answers: ((outcome: Outcome<never>) => void)[] = []
  #onLeased: () => void = () => undefined

  constructor(bus: Bus, isLeased: boolean, isForwarding = true) {
    this.isLeased = isLeased
    const submit = (submission: Submission): Promise<Outcome<never>> => {
      if (!this.isLeased) return Promise.resolve(UNAVAILABLE)
      this.decided.push(submission)
      return new Promise((resolve) => this.#answers.push(resolve))
    }
    const isLeasedNow = (): boolean => this.isLeased
    const writer = {
      get isLeased() {
        return isLeasedNow()
      },
      submit,
      onLeased: (listener: () => void) => void (this.#onLeased = listener),
    }
    this.commands = new ForwardedCommands({ bus, writer, isForwarding })
  }

  takeLease(): void {
    this.isLeased = true
    this.#onLeased()
  }

  /** Loses the lease: what it was asked for stays open. */
  loseLease(): void {
    this.isLeased = false
    this.answerAll(UNAVAILABLE)
  }

  answerAll(outcome: Outcome<never>): void {
    for (const answer of this.#answers.splice(0)) answer(outcome)
  }
}

/** A bus on which messages travel for a while. */
function slowBus(travelMs: number): Bus {
  const bus = createInProcessBus((error) => expect.unreachable(String(error)))
  return { ...bus, publish: (topic, message) => void setTimeout(() => bus.publish(topic, message), travelMs) }
}

it('is answered by the writer of another server, which alone decides it', async () => {
  const bus = slowBus(10)
  const [asked, idle, leader] = [new Server(bus, false), new Server(bus, false), new Server(bus, true)]
  const asking = asked.commands.submit<'grant'>(SUBMISSION)
  await vi.advanceTimersByTimeAsync(10)
  expect([asked, idle].map(({ decided }) => decided)).toEqual([[], []])
  expect(leader.decided).toMatchObject([{ command: GRANT, actorId: ANNA }])
  leader.answerAll(DONE)
  await vi.advanceTimersByTimeAsync(10)
  expect(await asking).toEqual(DONE)
  expect(vi.getTimerCount()).toBe(0)
})

it('is decided where the writer is, without a word to others', async () => {
  const bus = createInProcessBus((error) => expect.unreachable(String(error)))
  const leader = new Server(bus, true)
  const publish = vi.spyOn(bus, 'publish')
  const asking = leader.commands.submit<'grant'>(SUBMISSION)
  leader.answerAll(DONE)
  expect(await asking).toEqual(DONE)
  expect(publish).not.toHaveBeenCalled()
})

it('is refused at once by a server that stands by and forwards nothing', async () => {
  const bus = createInProcessBus((error) => expect.unreachable(String(error)))
  const leader = new Server(bus, true)
  expect(await new Server(bus, false, false).commands.submit<'grant'>(SUBMISSION)).toEqual(UNAVAILABLE)
  expect(leader.decided).toEqual([])
})

it('is decided once there is a writer, be it on the server that was asked', async () => {
  const server = new Server(slowBus(10), false)
  const asking = server.commands.submit<'grant'>(SUBMISSION)
  await vi.advanceTimersByTimeAsync(600)
  server.takeLease()
  server.answerAll(DONE)
  expect(await asking).toEqual(DONE)
  await vi.advanceTimersByTimeAsync(DEADLINE_MS)
  expect(server.decided).toHaveLength(1)
})

it('is sent again to a writer that starts on another server, under the same key', async () => {
  const bus = slowBus(10)
  const [asked, first, next] = [new Server(bus, false), new Server(bus, true), new Server(bus, false)]
  await vi.advanceTimersByTimeAsync(10)
  const asking = asked.commands.submit<'grant'>(SUBMISSION)
  await vi.advanceTimersByTimeAsync(10)
  first.loseLease()
  await vi.advanceTimersByTimeAsync(1_000)
  next.takeLease()
  await vi.advanceTimersByTimeAsync(20)
  next.answerAll(DONE)
  await vi.advanceTimersByTimeAsync(10)
  expect(await asking).toEqual(DONE)
  const keys = [first, next].map(({ decided }) => decided.map(({ idempotency }) => idempotency?.key))
  expect(keys[0]).toHaveLength(1)
  expect(keys[1]).toEqual(keys[0])
})

it('is given up when no outcome comes in time, and one that comes later changes nothing', async () => {
  const bus = slowBus(0)
  const [asked, leader] = [new Server(bus, false), new Server(bus, true)]
  let outcome: Outcome<unknown> | undefined
  void asked.commands.submit<'grant'>(SUBMISSION).then((told) => (outcome = told))
  await vi.advanceTimersByTimeAsync(DEADLINE_MS - 1)
  expect(outcome).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome).toEqual(UNAVAILABLE)
  leader.answerAll(DONE)
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome).toEqual(UNAVAILABLE)
})

it('is refused at once while as many are under way as may be, and taken again when they are answered', async () => {
  const bus = slowBus(0)
  const [asked, leader] = [new Server(bus, false), new Server(bus, true)]
  await vi.advanceTimersByTimeAsync(1)
  const asking = Array.from({ length: UNDER_WAY_MAX }, () => asked.commands.submit<'grant'>(SUBMISSION))
  expect(await asked.commands.submit<'grant'>(SUBMISSION)).toEqual(UNAVAILABLE)
  await vi.advanceTimersByTimeAsync(1)
  expect(leader.decided).toHaveLength(UNDER_WAY_MAX)
  leader.answerAll(DONE)
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all(asking)
  void asked.commands.submit<'grant'>(SUBMISSION)
  await vi.advanceTimersByTimeAsync(1)
  expect(leader.decided).toHaveLength(UNDER_WAY_MAX + 1)
})
