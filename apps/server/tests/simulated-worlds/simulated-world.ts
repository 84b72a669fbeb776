import { asJobId, asLotId, asTradeId, rngFromText, WORLD, type Command, type Rng, type UserId } from '@clutch/economy'
import { FORGE, HERB, INGOT, ORE, sampleCatalogue, SMELT, UNPACK, userNumber } from '@clutch/economy/testing'
import pino from 'pino'
import { vi } from 'vitest'
import { inOrder } from '../../src/bus/in-order.ts'
import { AREAS } from '../../src/server-areas.ts'
import { rngOfOperation } from '../../src/writer/chance.ts'
import type { Outcome } from '../../src/writer/outcome.ts'
import { hashRequest, type Submission } from '../../src/writer/submission.ts'
import { Writer } from '../../src/writer/writer.ts'
import { createSimulatedBus } from './simulated-bus.ts'
import { SimulatedStore } from './simulated-store.ts'

const SERVERS = 2
const BYTE = 256
/** Gets one coin for each grant: a doubled or lost one shows in the balance. */
export const COUNTED = userNumber(99)
const PLAYERS = Array.from({ length: 12 }, (_, index) => userNumber(index + 1))
const GOODS = [ORE, INGOT, HERB]
const CRAFTS = [SMELT, FORGE, UNPACK]
/** Most commands in one burst. */
const BURST_MAX = 16
/** Number of commands repeated at once at the end. */
const ASKED_AT_ONCE = 200
const THINKING_MS = 60
/** One burst in this many is followed by a crash, a clock jump or a pause. */
const CRASH_ONE_IN = 25
const JUMP_ONE_IN = 20
const JUMP_MS = 600_000
const QUIET_ONE_IN = 30
const QUIET_MS = 20_000

export interface Sent {
  readonly submission: Submission
  outcome: Outcome<unknown>
}

/** Two servers of one economy on an unreliable store, bus and clock, and players who send commands to both. */
export class SimulatedWorld {
  readonly store: SimulatedStore
  readonly sent: Sent[] = []
  /** Free balances as seen by a client that only receives changes, and refetches after a gap. */
  readonly heard = new Map<string, number>()
  readonly #rng: Rng
  readonly #seed: string
  readonly #writers: (Writer | undefined)[] = []
  readonly #bus
  readonly #underWay = new Set<Promise<void>>()
  readonly #contradictions: string[] = []

  constructor(seed: string) {
    this.#seed = seed
    this.#rng = rngFromText(seed)
    this.store = new SimulatedStore(rngFromText(`${seed}/store`))
    this.#bus = createSimulatedBus(rngFromText(`${seed}/bus`), () => this.store.isCalm)
    const ordered = inOrder(this.#bus, rethrow)
    ordered.onMissed(() => this.#readBalances())
    ordered.subscribe('economy', ({ updates }) => {
      for (const { userId, asset, free } of updates.inventory ?? []) this.heard.set(`${userId}/${asset}`, free)
    })
    for (let index = 0; index < SERVERS; index += 1) this.#boot(index)
  }

  /** Final outcomes that a client later saw contradicted. Empty in a correct world. */
  get contradictions(): readonly string[] {
    return this.#contradictions
  }

  /** Sends this many commands in bursts, through all faults. */
  async live(commands: number): Promise<void> {
    this.store.isCalm = false
    while (this.sent.length < commands) {
      while (!this.#writers.some((writer) => writer?.isLeased)) await pause(THINKING_MS)
      for (let left = 1 + this.#rng.below(BURST_MAX); left > 0; left -= 1) this.#send(this.#nextSubmission())
      await pause(this.#rng.below(THINKING_MS))
      if (this.#rng.below(QUIET_ONE_IN) === 0) await pause(this.#rng.below(QUIET_MS))
      if (this.#rng.below(CRASH_ONE_IN) === 0) this.#crash(this.#rng.below(SERVERS))
      if (this.#rng.below(JUMP_ONE_IN) === 0) this.#jump()
    }
  }

  /** Repeats every command until its outcome is final, and lets scheduled work finish. */
  async settle(): Promise<void> {
    this.store.isCalm = true
    await Promise.all(this.#underWay)
    for (let start = 0; start < this.sent.length; start += ASKED_AT_ONCE) {
      await Promise.all(this.sent.slice(start, start + ASKED_AT_ONCE).map((one) => this.#askUntilKnown(one)))
    }
    // A machine that wakes from sleep has a second to finish overdue work (rules §4).
    const lastEndMs = Math.max(0, ...Array.from(this.store.tables.jobs.values(), ({ end_at_ms }) => end_at_ms))
    vi.setSystemTime(Math.max(Date.now(), lastEndMs))
    await pause(1_000)
    // The last message may have been dropped by the bus: the next one reveals the gap.
    await this.#ask(this.#newCommand({ type: 'grant', userId: COUNTED, kind: 'quest_drop', coins: 1, items: [] }))
  }

  async stop(): Promise<void> {
    for (const writer of this.#writers) await writer?.stop()
  }

  #boot(index: number): void {
    this.#writers[index] = undefined
    const ids = rngFromText(`${this.#seed}/ids/${index}`)
    const options = {
      store: this.store,
      bus: this.#bus,
      areas: AREAS,
      catalogue: sampleCatalogue(),
      log: pino({ level: 'silent' }),
      cacheLimits: { accountsMax: 6, entitySizeMax: 30 },
      keyLimits: { recentMin: 400, capacity: 512, page: 300 },
      fillRandom: (bytes: Uint8Array) => {
        for (let at = 0; at < bytes.length; at += 1) bytes[at] = ids.below(BYTE)
      },
      rngFor: (operationId: string) => rngOfOperation(this.#seed, operationId),
    }
    const start = (): Promise<void> =>
      Writer.start(options).then(
        (writer) => void (this.#writers[index] = writer),
        // A server whose start fails is restarted.
        () => pause(100).then(start),
      )
    void start()
  }

  /** Cuts a server's connection in the middle of its work, and starts another server in its place. */
  #crash(index: number): void {
    const writer = this.#writers[index]
    if (writer === undefined) return
    if (writer.isLeased) this.store.cutOff()
    void writer.stop()
    this.#boot(index)
  }

  /** Sets the machine's clock; running timers are unaffected. */
  #jump(): void {
    vi.setSystemTime(Date.now() + this.#rng.below(2 * JUMP_MS) - JUMP_MS)
  }

  #send(one: Sent): void {
    const asked = this.#ask(one).finally(() => this.#underWay.delete(asked))
    this.#underWay.add(asked)
  }

  async #ask(one: Sent): Promise<void> {
    const { unknown } = this.store.tables
    if (unknown.size > 0) throw new Error(`The simulation does not know ${[...unknown].join(', ')}`)
    const writer = this.#writers.find((candidate) => candidate?.isLeased) ?? this.#writers[this.#rng.below(SERVERS)]
    const outcome = await writer?.submit(one.submission)
    if (outcome === undefined || !isDefinite(outcome)) return pause(20)
    if (isDefinite(one.outcome) && JSON.stringify(one.outcome) !== JSON.stringify(outcome)) {
      this.#contradictions.push(`${JSON.stringify(one.outcome)}, later ${JSON.stringify(outcome)}`)
    }
    one.outcome = outcome
  }

  async #askUntilKnown(one: Sent): Promise<void> {
    do {
      await this.#ask(one)
    } while (!isDefinite(one.outcome))
  }

  /** Some commands repeat an earlier one, as clients do after losing a response. */
  #nextSubmission(): Sent {
    const repeated = this.#rng.below(8) === 0 ? this.sent[this.#rng.below(Math.max(1, this.sent.length))] : undefined
    return repeated ?? this.#newCommand(this.#randomCommand())
  }

  #newCommand(command: Command): Sent {
    const key = `${this.#seed}-${this.sent.length}`
    const idempotency = { ownerId: command.userId, key, requestHash: hashRequest(command) }
    const one: Sent = {
      submission: { command, actorId: WORLD, idempotency },
      outcome: { ok: false, error: { code: 'unavailable' } },
    }
    this.sent.push(one)
    return one
  }

  #randomCommand(): Command {
    const rng = this.#rng
    const userId = this.#pick(PLAYERS) ?? COUNTED
    const chance = rng.below(100)
    if (chance < 15) return { type: 'grant', userId: COUNTED, kind: 'quest_drop', coins: 1, items: [] }
    const itemId = this.#pick(GOODS) ?? ORE
    if (chance < 30) return { type: 'grant', userId, kind: 'quest_drop', coins: 500, items: [{ itemId, count: 20 }] }
    if (chance < 45) return { type: 'start_craft', userId, recipeId: this.#pick(CRAFTS) ?? SMELT, count: 1 }
    if (chance < 50) return this.#cancelJob(userId)
    if (chance < 58) return this.#cancelLot(userId)
    if (chance < 64) return this.#befriend(rng.below(30))
    if (chance < 76) return this.#trade()
    return {
      type: 'place_lot',
      userId,
      side: rng.below(2) === 0 ? 'buy' : 'sell',
      itemId,
      price: 5 + rng.below(6),
      count: 1 + rng.below(4),
      mode: rng.below(3) === 0 ? 'now' : 'rest',
      preferred: { currency: 'coin', price: 0 },
    }
  }

  /** Few distinct pairs, so that trades come about. */
  #befriend(chance: number): Command {
    const [userId, otherId] = this.#twoFriends()
    if (chance === 0) return { type: 'block_user', userId, otherId }
    if (chance < 2) return { type: 'unblock_user', userId, otherId }
    if (chance < 4) return { type: 'remove_friend', userId, otherId }
    return { type: chance < 20 ? 'send_friend_invite' : 'accept_friend_invite', userId, otherId }
  }

  #trade(): Command {
    const [userId, otherId] = this.#twoFriends()
    const rng = this.#rng
    const open = [...this.store.tables.social.trades.values()].filter(
      ({ status, user_1, user_2 }) => status === 0 && (user_1 === userId || user_2 === userId),
    )
    const trade = this.#pick(open)
    if (trade === undefined || rng.below(6) === 0) return { type: 'create_trade', userId, otherId }
    const tradeId = asTradeId(trade.trade_id)
    if (rng.below(20) === 0) return { type: 'decline_trade', userId, tradeId }
    if (rng.below(12) === 0) return { type: 'cancel_trade', userId, tradeId }
    const coins = rng.below(3)
    const items = GOODS.slice(0, rng.below(2)).map((itemId) => ({ itemId, count: 1 + rng.below(2) }))
    return { type: 'confirm_trade', userId, tradeId, coins, items, seenRevision: trade.revision }
  }

  #twoFriends(): [UserId, UserId] {
    const [first, second, third, fourth] = PLAYERS
    const [one, other] = this.#rng.below(2) === 0 ? [first, second] : [third, fourth]
    if (one === undefined || other === undefined) throw new Error('Too few players')
    return this.#rng.below(2) === 0 ? [one, other] : [other, one]
  }

  #cancelLot(userId: UserId): Command {
    const lot = this.#pick([...this.store.tables.lots.values()].filter((row) => row.owner_id === userId))
    return { type: 'cancel_lot', userId, lotId: asLotId(lot?.lot_id ?? userNumber(1)) }
  }

  #cancelJob(userId: UserId): Command {
    const job = this.#pick([...this.store.tables.jobs.values()].filter((row) => row.user_id === userId))
    return { type: 'cancel_job', userId, queue: 'craft', jobId: asJobId(job?.job_id ?? userNumber(1)) }
  }

  #readBalances(): void {
    this.heard.clear()
    for (const [key, { user_id, free }] of this.store.tables.balances) if (user_id !== WORLD) this.heard.set(key, free)
  }

  #pick<Value>(values: readonly Value[]): Value | undefined {
    return values[this.#rng.below(Math.max(1, values.length))]
  }
}

/** Whether an outcome is final: the writer was available. */
export function isDefinite(outcome: Outcome<unknown>): boolean {
  return outcome.ok || outcome.error.code !== 'unavailable'
}

function rethrow(error: unknown): never {
  throw error
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms))
}
