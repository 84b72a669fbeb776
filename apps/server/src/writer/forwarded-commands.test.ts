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
/** Timeout of a forwarded command, and the limit of pending ones (decision 23). */
const [DEADLINE_MS, UNDER_WAY_MAX] = [8_000, 5_000]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server whose writer responds when the test says so, and fails commands while it has no lease. */
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

  /** Loses the lease; pending commands stay undecided. */
  loseLease(): void {
    this.isLeased = false
    this.answerAll(UNAVAILABLE)
  }

  answerAll(outcome: Outcome<never>): void {
    for (const answer of this.#answers.splice(0)) answer(outcome)
  }
}

/** A bus that delivers messages with a delay. */
function slowBus(travelMs: number): Bus {
  const bus = createInProcessBus((error) => expect.unreachable(String(error)))
  return { ...bus, publish: (topic, message) => void setTimeout(() => bus.publish(topic, message), travelMs) }
}

it('is decided by the writer of another server only', async () => {
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

it('is decided on the server of the writer without a message to others', async () => {
  const bus = createInProcessBus((error) => expect.unreachable(String(error)))
  const leader = new Server(bus, true)
  const publish = vi.spyOn(bus, 'publish')
  const asking = leader.commands.submit<'grant'>(SUBMISSION)
  leader.answerAll(DONE)
  expect(await asking).toEqual(DONE)
  expect(publish).not.toHaveBeenCalled()
})

it('fails at once on a standby that does not forward', async () => {
  const bus = createInProcessBus((error) => expect.unreachable(String(error)))
  const leader = new Server(bus, true)
  expect(await new Server(bus, false, false).commands.submit<'grant'>(SUBMISSION)).toEqual(UNAVAILABLE)
  expect(leader.decided).toEqual([])
})

it('is decided once there is a writer, even on the same server', async () => {
  const server = new Server(slowBus(10), false)
  const asking = server.commands.submit<'grant'>(SUBMISSION)
  await vi.advanceTimersByTimeAsync(600)
  server.takeLease()
  server.answerAll(DONE)
  expect(await asking).toEqual(DONE)
  await vi.advanceTimersByTimeAsync(DEADLINE_MS)
  expect(server.decided).toHaveLength(1)
})

it('is sent again with the same key to a writer that starts on another server', async () => {
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

it('fails when no outcome arrives in time, and a late outcome has no effect', async () => {
  const bus = slowBus(0)
  const [asked, leader] = [new Server(bus, false), new Server(bus, true)]
  let outcome: Outcome<unknown> | undefined
  void asked.commands.submit<'grant'>(SUBMISSION).then((received) => (outcome = received))
  await vi.advanceTimersByTimeAsync(DEADLINE_MS - 1)
  expect(outcome).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome).toEqual(UNAVAILABLE)
  leader.answerAll(DONE)
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome).toEqual(UNAVAILABLE)
})

it('fails at once while the limit of pending commands is reached, and is accepted again afterwards', async () => {
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
