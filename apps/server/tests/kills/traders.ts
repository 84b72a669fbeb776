import { SECOND_MS } from '@clutch/contract/formats'
import { OPERATION_KINDS } from '@clutch/economy'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { below, share } from '../support/chance.ts'
import { CHATTERS, steamIdOf, type LoadServer } from '../support/load-server.ts'
import { FIRST_ITEM_ID, RECIPES } from '../support/make-pack.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { request, whileUnavailable, type KilledWork } from './killed-work.ts'

/** Players of a load server who trade, work, write and are friends. */
export const TRADERS = 64
const CLIENTS = 12
/** Each kind of order must occur this often, or nothing could be lost; how many do depends on the machine's load. */
const SEEN_MIN = 5
/** Share of the orders that start jobs. */
const WORK_SHARE = 0.3
/** Due work has to be settled this soon after its time or the restart (rules §4). */
const PUNCTUAL_MS = 1_000
const KILL_AFTER_MAX_MS = 300
/** Pairs of friends who trade with each other all the time. */
const PAIRS = 2
/** Confirmations until both friends have seen the same revision. */
const TURNS_MAX = 6
const SEND_MESSAGE = '/chat/send'
const PUBLIC_CHANNEL = '1'
/**
 * Longest delay of a referral's reward on a busy machine: it is paid by a separate task shortly after the trade that
 * earned it.
 */
const PAID_WITHIN_MS = 5_000

/** What the keys of orders begin with. */
const ORDER_KEY = 'order-'

/** A request with a separate idempotency key. */
export interface Order {
  readonly key: string
  readonly path: string
  readonly body: object
  readonly token: string
}

interface Pair {
  readonly tokens: readonly [string, string]
  readonly otherId: string
}

interface Entry {
  readonly id: string
  readonly end_at: number
}

/** What responses say that is checked later. */
interface Answer {
  readonly lot?: { readonly lot_uuid: string } | null
  readonly entry?: Entry | null
  readonly trade?: { readonly id: string; readonly revision: number; readonly trade_status: string }
  readonly message?: { readonly id: number; readonly text: string }
}

/** Players who trade until the server is gone, and afterwards repeat what got no response. */
export class Traders implements KilledWork {
  readonly acknowledged = new Map<Order, string>()
  readonly #doubtful = new Set<Order>()
  #endedAtMs = 0

  /** Orders, work, friends' trades and messages, until the server is gone. */
  async trade(server: LoadServer): Promise<PromiseSettledResult<unknown>[]> {
    const pairs = await befriendPlayers(server)
    const clients = Array.from({ length: CLIENTS }, () => this.#place(server))
    const chatters = server.tokens.slice(0, CHATTERS).map((token) => this.#talk(server, token))
    return Promise.allSettled([...clients, ...pairs.map((pair) => this.#tradeWithFriend(server, pair)), ...chatters])
  }

  async recover(server: LoadServer): Promise<void> {
    await Promise.all([...this.#doubtful].map((order) => this.#ask(server, order)))
  }

  /** Also expects that no job is overdue. */
  async provoke(server: LoadServer, recovered: Promise<unknown>): Promise<void> {
    await recovered
    await wait(PUNCTUAL_MS)
    await vi.waitFor(async () => expect(await overdueJobs(server)).toEqual([]), PATIENCE_MS)
    await vi.waitUntil(() => this.#hasAllKinds, { timeout: PATIENCE_MS })
    await wait(share() * KILL_AFTER_MAX_MS)
  }

  /** Repeated orders get the same response. */
  async expectSameResponses(server: LoadServer): Promise<void> {
    const sample = [...this.acknowledged].filter(() => share() < 0.1)
    for (const [order, answer] of sample) expect(await send(server, order)).toBe(answer)
    this.#endedAtMs = Date.now()
  }

  async check(store: Store): Promise<void> {
    const traders = await findTraders(store)
    await this.#expectOutcomesOnce(store)
    await this.#expectLotsOnce(store, traders)
    await this.#expectJobsOnce(store, traders)
    await this.#expectTradesOnce(store)
    await this.#expectMessagesOnce(store, traders)
    await expectReferralsOnce(store, this.#endedAtMs)
  }

  get #hasAllKinds(): boolean {
    const messages = [...this.acknowledged.keys()].filter(isMessage)
    return messages.length > SEEN_MIN && this.#completedTrades().size > 0
  }

  get #answers(): Answer[] {
    return [...this.acknowledged.values()].map((answer) => JSON.parse(answer) as Answer)
  }

  async #ask(server: LoadServer, order: Order): Promise<Answer> {
    this.#doubtful.add(order)
    const answer = await send(server, order)
    this.acknowledged.set(order, answer)
    this.#doubtful.delete(order)
    return JSON.parse(answer) as Answer
  }

  async #place(server: LoadServer): Promise<void> {
    for (;;) {
      const token = server.tokens[below(TRADERS)] ?? ''
      await this.#ask(server, { key: newKey(), token, ...(share() < WORK_SHARE ? randomWork() : randomOrder()) })
    }
  }

  /** Opens a trade and confirms it from both sides until it completes, repeatedly. */
  async #tradeWithFriend(server: LoadServer, { tokens, otherId }: Pair): Promise<void> {
    for (;;) {
      const create = { path: '/social/create-trade', body: { user_uuid: otherId } }
      let { trade } = await this.#ask(server, { key: newKey(), token: tokens[0], ...create })
      const coins = 1 + below(3)
      const offers = [
        { coins, items: {} },
        { coins: 0, items: { [FIRST_ITEM_ID + 4]: coins } },
      ]
      for (let turn = 0; turn < TURNS_MAX && trade?.trade_status === 'active'; turn += 1) {
        const body = { id: trade.id, trade_item: offers[turn % 2], seen_revision: trade.revision }
        const confirm = { path: '/social/confirm-trade', body, token: tokens[turn % 2] ?? '' }
        trade = (await this.#ask(server, { key: newKey(), ...confirm })).trade
      }
    }
  }

  /** Writes distinct messages one after another. */
  async #talk(server: LoadServer, token: string): Promise<void> {
    for (;;) {
      const body = { channel_id: PUBLIC_CHANNEL, text: `heard: ${randomUUID()}` }
      await this.#ask(server, { key: newKey(), path: SEND_MESSAGE, body, token })
    }
  }

  async #expectOutcomesOnce({ db }: Store): Promise<void> {
    const outcomes = await db
      .selectFrom('command_outcome')
      .select('key')
      .where('key', 'like', `${ORDER_KEY}%`)
      .execute()
    const commands = [...this.acknowledged.keys()].filter((order) => !isMessage(order))
    expect(outcomes.map(({ key }) => key).toSorted()).toEqual(commands.map(({ key }) => key).toSorted())
  }

  /**
   * Each response that named a resting lot has exactly one operation that put its goods on hold, and there are no others.
   */
  async #expectLotsOnce({ db }: Store, traders: readonly string[]): Promise<void> {
    const promised = this.#answers.flatMap(({ lot }) => lot?.lot_uuid ?? [])
    const rows = await db
      .selectFrom('operation')
      .select('cause_id')
      .where('kind', 'in', [4, 5])
      .where('user_id', 'in', traders)
      .execute()
    expect(rows.map(({ cause_id }) => String(cause_id)).toSorted()).toEqual(promised.toSorted())
    expect(promised.length).toBeGreaterThan(SEEN_MIN)
  }

  /**
   * Each response that named a job has it either in its queue or in the history at its time, with one operation that
   * ended it.
   */
  async #expectJobsOnce({ db }: Store, traders: readonly string[]): Promise<void> {
    const promised = new Map(this.#answers.flatMap(({ entry }) => (entry ? [[entry.id, entry.end_at] as const] : [])))
    const jobs = db.selectFrom('job').where('user_id', 'in', traders)
    const running = await jobs.select(['job_id', 'end_at_ms']).execute()
    const ended = db.selectFrom('job_history').where('user_id', 'in', traders)
    const done = await ended.select(['job_id', 'end_at_sec']).execute()
    const found = new Map([
      ...running.map((job) => [job.job_id, Math.ceil(job.end_at_ms / SECOND_MS)] as const),
      ...done.map((job) => [job.job_id, job.end_at_sec] as const),
    ])
    expect(found).toEqual(promised)
    expect(running.length + done.length).toBe(promised.size)
    expect(done.length).toBeGreaterThan(SEEN_MIN)
    const operations = await db
      .selectFrom('operation')
      .select(['cause_id', 'kind'])
      .where('kind', 'in', [11, 14, 15, 16])
      .where('user_id', 'in', traders)
      .execute()
    const causesOf = (...kinds: readonly number[]) =>
      operations.flatMap(({ kind, cause_id }) => (kinds.includes(kind) ? [String(cause_id)] : [])).toSorted()
    expect(causesOf(11, 14)).toEqual(done.map(({ job_id }) => job_id).toSorted())
    const [startedRuns, endedRuns] = [causesOf(15), causesOf(16)]
    expect(new Set(endedRuns).size).toBe(endedRuns.length)
    const atWork = await db.selectFrom('harvest_group').select('group_id').execute()
    expect([...endedRuns, ...atWork.map(({ group_id }) => group_id)].toSorted()).toEqual(startedRuns)
    expect(endedRuns.length).toBeGreaterThan(SEEN_MIN)
  }

  /** The trades that responses reported as completed. */
  #completedTrades(): ReadonlySet<string> {
    return new Set(this.#answers.flatMap(({ trade }) => (trade?.trade_status === 'completed' ? [trade.id] : [])))
  }

  /**
   * Every trade reported as completed moved goods on both sides once, and no other trade moved anything.
   */
  async #expectTradesOnce({ db }: Store): Promise<void> {
    const promised = this.#completedTrades()
    const completed = await db.selectFrom('trade').select('trade_id').where('status', '=', 1).execute()
    expect(new Set(completed.map(({ trade_id }) => trade_id))).toEqual(promised)
    const moved = await db
      .selectFrom('operation')
      .select('cause_id')
      .where('kind', '=', OPERATION_KINDS.trade.code)
      .execute()
    expect(moved.map(({ cause_id }) => String(cause_id)).toSorted()).toEqual([...promised, ...promised].toSorted())
    expect(promised.size).toBeGreaterThan(0)
  }

  /** Every sent message exists once, as its response said, and ids have no gaps or repeats. */
  async #expectMessagesOnce({ db }: Store, traders: readonly string[]): Promise<void> {
    const promised = [...this.acknowledged].filter(([order]) => isMessage(order))
    const said = promised.map(([{ body }, answer]) => {
      const { message } = JSON.parse(answer) as Answer
      expect(body).toMatchObject({ text: message?.text })
      return { message_id: message?.id ?? 0, text: message?.text ?? '' }
    })
    const rows = await db
      .selectFrom('chat_message')
      .select(['message_id', 'text', 'sender_id'])
      .orderBy('message_id')
      .execute()
    const ofTraders = rows.filter(({ sender_id }) => traders.includes(sender_id))
    expect(ofTraders.map(({ message_id, text }) => ({ message_id, text }))).toEqual(
      said.toSorted((one, other) => one.message_id - other.message_id),
    )
    expect(rows.map(({ message_id }) => message_id)).toEqual(rows.map((_, index) => index + 1))
    const outcomes = await db.selectFrom('call_outcome').select('key').where('owner_id', 'in', traders).execute()
    expect(outcomes.map(({ key }) => key).toSorted()).toEqual(promised.map(([{ key }]) => key).toSorted())
    expect(rows.length).toBeGreaterThan(SEEN_MIN)
  }
}

const newKey = (): string => `${ORDER_KEY}${randomUUID()}`

const isMessage = ({ path }: Order): boolean => path === SEND_MESSAGE

async function send({ url }: LoadServer, { path, body, token, key }: Order): Promise<string> {
  const response = await whileUnavailable(() =>
    fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }),
  )
  return response.text()
}

const select = (item_id: number) => [{ item_id, limit: 0, priority: 0, max: 0 }]

/** Work that ends within seconds, so that hundreds of jobs and harvest runs are always in progress. */
function randomWork(): Pick<Order, 'path' | 'body'> {
  const count = 1 + below(2)
  const dice = share()
  if (dice < 0.4) return { path: '/craft/start', body: { receipt_id: RECIPES.quickCraft, count } }
  if (dice < 0.8) {
    const body = { receipt_id: RECIPES.factory, input_ids: [FIRST_ITEM_ID + 1], count }
    return { path: '/factory/start', body }
  }
  const body = {
    receipt_id: RECIPES.quickHarvest,
    enabled: true,
    max_parallel: 1 + below(20),
    items: [select(FIRST_ITEM_ID), select(FIRST_ITEM_ID + 2)],
  }
  return { path: '/harvest/update', body }
}

function randomOrder(): Pick<Order, 'path' | 'body'> {
  const side = share() < 0.5 ? 'sell' : 'buy'
  const body = { item_type_id: FIRST_ITEM_ID + below(5), price: 95 + below(10), count: 1 + below(4) }
  return { path: `/marketplace/create-${side}-lot`, body }
}

/** Makes friends of some players; existing friendships are kept. */
async function befriendPlayers(server: LoadServer): Promise<Pair[]> {
  const call = async (path: string, token: string, body?: object): Promise<unknown> =>
    (await request(server, token, { path, ...(body && { body }) })).json()
  const idOf = async (token: string) => ((await call('/get_profile', token)) as { user: { id: string } }).user.id
  return Promise.all(
    Array.from({ length: PAIRS }, async (_, index) => {
      const [one = '', other = ''] = server.tokens.slice(2 * index, 2 * index + 2)
      const [oneId, otherId] = [await idOf(one), await idOf(other)]
      await call('/social/send-friend-invite', one, { friend_uuid: otherId })
      await call('/social/accept-friend-invite', other, { friend_uuid: oneId })
      return { tokens: [one, other], otherId } as const
    }),
  )
}

/** Jobs that should have been settled: their end and the allowed delay have passed. */
async function overdueJobs(server: LoadServer): Promise<Entry[]> {
  const queues = await Promise.all(
    server.tokens.flatMap((token) =>
      ['/craft/queue', '/factory/queue'].map(async (path) => {
        const askedAtMs = Date.now()
        const { response } = (await (await request(server, token, { path, body: {} })).json()) as { response: Entry[] }
        return response.filter(({ end_at }) => (end_at + 1) * SECOND_MS + PUNCTUAL_MS < askedAtMs)
      }),
    ),
  )
  return queues.flat()
}

async function findTraders({ db }: Store): Promise<string[]> {
  const steamIds = Array.from({ length: TRADERS }, (_, index) => steamIdOf(index))
  const rows = await db.selectFrom('player').select('user_id').where('steam_id', 'in', steamIds).execute()
  return rows.map(({ user_id }) => user_id)
}

/** Every referral earned before the last moments has paid both sides, and none has paid a side twice. */
async function expectReferralsOnce({ db }: Store, endedAtMs: number): Promise<void> {
  const referrals = await db.selectFrom('referral').selectAll().execute()
  const earned = referrals.filter(({ earned_at_ms }) => earned_at_ms !== null)
  const rewards = await db
    .selectFrom('operation')
    .select(['user_id', 'cause_id'])
    .where('kind', '=', OPERATION_KINDS.referral.code)
    .execute()
  const promised = earned.flatMap((row) => [
    ...(row.newcomer_rewarded ? [`${row.user_id} for ${row.user_id}`] : []),
    ...(row.referrer_rewarded ? [`${row.referrer_id} for ${row.user_id}`] : []),
  ])
  expect(rewards.map(({ user_id, cause_id }) => `${user_id} for ${cause_id}`).toSorted()).toEqual(promised.toSorted())
  const unpaid = earned.filter((row) => !(row.newcomer_rewarded && row.referrer_rewarded))
  expect(unpaid.filter(({ earned_at_ms }) => Number(earned_at_ms) < endedAtMs - PAID_WITHIN_MS)).toEqual([])
  expect(promised.length).toBeGreaterThan(0)
}
