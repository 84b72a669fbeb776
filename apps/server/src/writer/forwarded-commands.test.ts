import { asUserId } from '@clutch/economy'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createInProcessBus } from '../bus/bus.ts'
import type { OrderedBus } from '../bus/in-order.ts'
import { NoServerAnswers, type ServerLink } from '../bus/server-link.ts'
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

/** Servers that exchange messages and requests, each of which takes the same time. */
class Network {
  readonly bus: OrderedBus
  isConnected = true
  readonly #answers = new Map<string, (request: unknown) => Promise<unknown>>()
  readonly #missed: (() => void)[] = []
  readonly #travelMs: number

  constructor(travelMs: number) {
    this.#travelMs = travelMs
    const bus = createInProcessBus((error) => expect.unreachable(String(error)))
    this.bus = {
      ...bus,
      publish: (topic, message) => void setTimeout(() => bus.publish(topic, message), travelMs),
      onMissed: (listen) => void this.#missed.push(listen),
    }
  }

  /** A server's access to it; `clockMs` of requests are plain data. */
  link(): ServerLink {
    const isConnectedNow = (): boolean => this.isConnected
    return {
      get isConnected() {
        return isConnectedNow()
      },
      request: async (name, request) => {
        await wait(this.#travelMs)
        const answer = this.#answers.get(name)
        if (answer === undefined) throw new NoServerAnswers()
        const response = await answer(JSON.parse(JSON.stringify(request)))
        if (response === undefined) return new Promise(() => undefined)
        await wait(this.#travelMs)
        return response
      },
      respond: (name, answer) => {
        this.#answers.set(name, answer)
        return () => this.#answers.delete(name)
      },
    }
  }

  /** A server is gone without a word: nobody responds to requests for it. */
  forgetAnswers(): void {
    this.#answers.clear()
  }

  miss(): void {
    for (const listen of this.#missed) listen()
  }
}

/** Resolves with the fake clock. */
function wait(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs))
}

/** A server whose writer responds when the test says so, and fails commands while it has no lease. */
class Server {
  isLeased: boolean
  readonly decided: Submission[] = []
  /** Deadlines of the decided commands, by this server's clock. */
  readonly deadlines: (number | undefined)[] = []
  readonly commands: ForwardedCommands
  readonly #answers: ((outcome: Outcome<never>) => void)[] = []
  #onLeased: () => void = () => undefined

  constructor(network: Network, isLeased: boolean) {
    this.isLeased = isLeased
    const submit = (submission: Submission, deadlineMs?: number): Promise<Outcome<never>> => {
      if (!this.isLeased) return Promise.resolve(UNAVAILABLE)
      this.decided.push(submission)
      this.deadlines.push(deadlineMs)
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
    this.commands = new ForwardedCommands({ bus: network.bus, link: network.link(), writer })
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

/** Time until every server knows the writer. */
const MEETING_MS = 20

it('is decided by the writer of another server only', async () => {
  const network = new Network(10)
  const [asked, idle, leader] = [new Server(network, false), new Server(network, false), new Server(network, true)]
  await vi.advanceTimersByTimeAsync(MEETING_MS)
  const asking = asked.commands.submit<'grant'>(SUBMISSION)
  await vi.advanceTimersByTimeAsync(10)
  expect([asked, idle].map(({ decided }) => decided)).toEqual([[], []])
  expect(leader.decided).toMatchObject([{ command: GRANT, actorId: ANNA }])
  leader.answerAll(DONE)
  await vi.advanceTimersByTimeAsync(10)
  expect(await asking).toEqual(DONE)
})

it('is decided on the server of the writer without a message to others', async () => {
  const network = new Network(0)
  const leader = new Server(network, true)
  network.isConnected = false
  const asking = leader.commands.submit<'grant'>(SUBMISSION)
  leader.answerAll(DONE)
  expect(await asking).toEqual(DONE)
})

it('fails at once while no writer is known, while NATS is away, and when nobody responds for the writer', async () => {
  const network = new Network(10)
  const asked = new Server(network, false)
  const ask = () => asked.commands.submit<'grant'>(SUBMISSION)
  expect([await ask(), asked.commands.isWriterKnown]).toEqual([UNAVAILABLE, false])
  const leader = new Server(network, true)
  await vi.advanceTimersByTimeAsync(MEETING_MS)
  expect(asked.commands.isWriterKnown).toBe(true)
  network.isConnected = false
  expect(await ask()).toEqual(UNAVAILABLE)
  network.isConnected = true
  network.forgetAnswers()
  const asking = ask()
  await vi.advanceTimersByTimeAsync(10)
  expect([await asking, asked.commands.isWriterKnown]).toEqual([UNAVAILABLE, false])
  expect(leader.decided).toEqual([])
})

it('forgets a writer that is silent for longer than a take-over lasts', async () => {
  const network = new Network(0)
  const [asked, leader] = [new Server(network, false), new Server(network, true)]
  await vi.advanceTimersByTimeAsync(MEETING_MS)
  leader.loseLease()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked.commands.isWriterKnown).toBe(true)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(asked.commands.isWriterKnown).toBe(false)
})

it('is decided on its own server once that is the writer', async () => {
  const network = new Network(10)
  const [server, leader] = [new Server(network, false), new Server(network, true)]
  await vi.advanceTimersByTimeAsync(MEETING_MS)
  const asking = server.commands.submit<'grant'>(SUBMISSION)
  await vi.advanceTimersByTimeAsync(10)
  leader.loseLease()
  await vi.advanceTimersByTimeAsync(600)
  server.takeLease()
  server.answerAll(DONE)
  expect(await asking).toEqual(DONE)
  await vi.advanceTimersByTimeAsync(DEADLINE_MS)
  expect(server.decided).toHaveLength(1)
})

it('is sent again with the same key to a writer that begins on another server', async () => {
  const network = new Network(10)
  const [asked, first, next] = [new Server(network, false), new Server(network, true), new Server(network, false)]
  await vi.advanceTimersByTimeAsync(MEETING_MS)
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

it('waits for the next writer when the present one announces that it leaves', async () => {
  const network = new Network(10)
  const [asked, first, next] = [new Server(network, false), new Server(network, true), new Server(network, false)]
  await vi.advanceTimersByTimeAsync(MEETING_MS)
  first.commands.leave()
  await vi.advanceTimersByTimeAsync(10)
  first.loseLease()
  network.forgetAnswers()
  const asking = asked.commands.submit<'grant'>(SUBMISSION)
  await vi.advanceTimersByTimeAsync(500)
  next.takeLease()
  await vi.advanceTimersByTimeAsync(20)
  next.answerAll(DONE)
  await vi.advanceTimersByTimeAsync(10)
  expect(await asking).toEqual(DONE)
})

it('is sent again after messages were lost, since its outcome may be among them', async () => {
  const network = new Network(10)
  const [asked, leader] = [new Server(network, false), new Server(network, true)]
  await vi.advanceTimersByTimeAsync(MEETING_MS)
  void asked.commands.submit<'grant'>(SUBMISSION)
  await vi.advanceTimersByTimeAsync(10)
  network.miss()
  await vi.advanceTimersByTimeAsync(10)
  const keys = leader.decided.map(({ idempotency }) => idempotency?.key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

it('carries a deadline that the clock of the writer reaches before its caller gives up', async () => {
  const network = new Network(100)
  const [asked, leader] = [new Server(network, false), new Server(network, true)]
  await vi.advanceTimersByTimeAsync(300)
  const sentAtMs = performance.now()
  void asked.commands.submit<'grant'>(SUBMISSION)
  await vi.advanceTimersByTimeAsync(100)
  expect(leader.deadlines).toHaveLength(1)
  // The two share a clock here; the message that carried it took 100 ms.
  expect(leader.deadlines[0]).toBeCloseTo(sentAtMs + DEADLINE_MS - 100)
})

it('fails when no outcome arrives in time, and a late outcome has no effect', async () => {
  const network = new Network(0)
  const [asked, leader] = [new Server(network, false), new Server(network, true)]
  await vi.advanceTimersByTimeAsync(MEETING_MS)
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
  const network = new Network(0)
  const [asked, leader] = [new Server(network, false), new Server(network, true)]
  await vi.advanceTimersByTimeAsync(MEETING_MS)
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
