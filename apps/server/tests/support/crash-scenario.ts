import { SECOND_MS } from '@clutch/contract/formats'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import type { Store } from '../../src/store/store.ts'
import { below, share } from './crash-chance.ts'
import { CHATTERS_ARE_ADMINS, expectMessagesOnce, isMessage, talk } from './crash-chat.ts'
import { expectReferralsOnce } from './crash-referrals.ts'
import {
  befriendPlayers,
  completedTrades,
  expectTradesOnce,
  tradeWithFriend,
  type Order,
  type Pair,
} from './crash-trades.ts'
import { startLoadServer, type LoadServer } from './load-server.ts'
import { FIRST_ITEM_ID, makePack, RECIPES } from './make-pack.ts'
import { PATIENCE_MS } from './patience.ts'
import { createTestStore, type StoreKind } from './stores.ts'

/** Twenty with `npm run crash`; each start of a server takes seconds, so the everyday run has only a few. */
export const KILLS = Number(process.env['CRASH_KILLS'] ?? 6)
const CLIENTS = 12
/** Each kind of order must occur, or nothing could be lost; how many do depends on the machine's load. */
const SEEN_MIN = KILLS
/** Share of the orders that start jobs. */
const WORK_SHARE = 0.3
/** After every this many kills the server runs long enough to check that nothing is overdue. */
const CHECK_EVERY_KILLS = 3
/** Due work has to be settled this soon after its time or the restart (rules §4). */
const PUNCTUAL_MS = 1_000
/** For all kills of a test: each takes a start or two, which on a busy machine last ten seconds each. */
export const CRASH_TIMEOUT_MS = Math.max(400_000, 60_000 * KILLS)

/** Every started server: one left behind by a failed expectation would keep the run from ending. */
const children = new Set<ChildProcess>()

export function startUnderLoad(environment: Readonly<Record<string, string>>): Promise<LoadServer> {
  return startLoadServer(environment, { onStart: (child) => children.add(child) })
}

const select = (item_id: number) => [{ item_id, limit: 0, priority: 0, max: 0 }]

/** Work that ends within seconds, so that hundreds of jobs and harvest runs are always in progress. */
function randomWork(): Pick<Order, 'path' | 'body'> {
  const count = 1 + below(2)
  const dice = share()
  if (dice < 0.4) {
    return { path: '/api/craft/start', body: JSON.stringify({ receipt_id: RECIPES.quickCraft, count }) }
  }
  if (dice < 0.8) {
    const body = { receipt_id: RECIPES.factory, input_ids: [FIRST_ITEM_ID + 1], count }
    return { path: '/api/factory/start', body: JSON.stringify(body) }
  }
  const body = {
    receipt_id: RECIPES.quickHarvest,
    enabled: true,
    max_parallel: 1 + below(20),
    items: [select(FIRST_ITEM_ID), select(FIRST_ITEM_ID + 2)],
  }
  return { path: '/api/harvest/update', body: JSON.stringify(body) }
}

function randomOrder(tokens: readonly string[]): Order {
  const side = share() < 0.5 ? 'sell' : 'buy'
  const body = {
    item_type_id: FIRST_ITEM_ID + below(5),
    price: 95 + below(10),
    count: 1 + below(4),
  }
  const order = { path: `/api/marketplace/create-${side}-lot`, body: JSON.stringify(body) }
  return {
    key: randomUUID(),
    ...(share() < WORK_SHARE ? randomWork() : order),
    token: tokens[below(tokens.length)] ?? '',
  }
}

async function send(url: string, order: Order): Promise<string> {
  const response = await fetch(`${url}${order.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${order.token}`,
      'idempotency-key': order.key,
    },
    body: order.body,
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  return response.text()
}

/** Clients that trade until the server is gone; requests without a response stay in `doubtful`. */
export async function trade(
  server: LoadServer,
  acknowledged: Map<Order, string>,
  doubtful: Set<Order>,
  friends: readonly Pair[] = [],
): Promise<void> {
  const ask = async (order: Order): Promise<string> => {
    doubtful.add(order)
    const answer = await send(server.url, order)
    acknowledged.set(order, answer)
    doubtful.delete(order)
    return answer
  }
  const client = async (): Promise<void> => {
    for (;;) await ask(randomOrder(server.tokens))
  }
  const clients = Array.from({ length: CLIENTS }, client)
  await Promise.allSettled([...clients, ...friends.map((pair) => tradeWithFriend(pair, ask)), talk(server.tokens, ask)])
}

/** Ends servers left behind by failed expectations. */
export function endServers(): void {
  for (const child of children) child.kill('SIGKILL')
}

/**
 * Kills a server under load repeatedly: after each kill every acknowledged order exists exactly once, and in the end
 * every job is settled once and none late.
 * @returns the violations that the integrity check finds in the store at the end.
 */
export async function killUnderLoad(kind: StoreKind): Promise<readonly unknown[]> {
  const testStore = await createTestStore(kind)
  const starter = { starterCoins: 1_000_000, starterCount: 10_000 }
  const pack = makePack({ items: 30, ...starter, production: true, chat: true, referralCoins: 1 })
  const environment = {
    CONTENT_DIR: pack,
    LOAD_REFERRED: 'yes',
    ...CHATTERS_ARE_ADMINS,
    ...testStore.environment,
  }
  const acknowledged = new Map<Order, string>()
  const doubtful = new Set<Order>()
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = await startUnderLoad(environment)
    for (const order of doubtful) acknowledged.set(order, await send(server.url, order))
    doubtful.clear()
    const trading = trade(server, acknowledged, doubtful, await befriendPlayers(server))
    await wait(100 + share() * 300)
    if (kill % CHECK_EVERY_KILLS === CHECK_EVERY_KILLS - 1) {
      await wait(PUNCTUAL_MS)
      await vi.waitFor(async () => expect(await overdueJobs(server)).toEqual([]), PATIENCE_MS)
    }
    // On a busy machine the last server runs until each kind of order has occurred.
    if (kill === KILLS - 1) await vi.waitUntil(() => hasSome(acknowledged), { timeout: PATIENCE_MS })
    server.child.kill('SIGKILL')
    await Promise.all([once(server.child, 'exit'), trading])
  }

  const server = await startUnderLoad(environment)
  for (const order of doubtful) acknowledged.set(order, await send(server.url, order))
  const sample = [...acknowledged].filter(() => share() < 0.1)
  for (const [order, answer] of sample) expect(await send(server.url, order)).toBe(answer)
  const endedAtMs = Date.now()
  server.child.kill('SIGTERM')
  await once(server.child, 'exit')

  const store = await testStore.open()
  const faults = await checkIntegrity(store.db, AREAS)
  const outcomes = await store.db
    .selectFrom('command_outcome')
    .select(['key', 'outcome'])
    .where('key', 'not like', 'register:%')
    .execute()
  const commands = [...acknowledged.keys()].filter((order) => !isMessage(order))
  expect(new Set(outcomes.map(({ key }) => key))).toEqual(new Set(commands.map(({ key }) => key)))
  expect(outcomes).toHaveLength(commands.length)
  await expectLotsOnce(store, acknowledged)
  await expectJobsOnce(store, acknowledged)
  await expectTradesOnce(store, acknowledged.values())
  await expectReferralsOnce(store, endedAtMs)
  await expectMessagesOnce(store, acknowledged, SEEN_MIN)
  await store.close()
  await testStore.remove()
  rmSync(pack, { recursive: true, force: true })
  return faults
}

function hasSome(acknowledged: ReadonlyMap<Order, string>): boolean {
  const messages = [...acknowledged.keys()].filter(isMessage)
  return messages.length > SEEN_MIN && completedTrades(acknowledged.values()).size > 0
}

/**
 * Each response that named a resting lot has exactly one operation that put its goods on hold, and there are no others.
 */
async function expectLotsOnce(store: Store, acknowledged: ReadonlyMap<Order, string>) {
  const promised = [...acknowledged.values()].flatMap((answer) => {
    const { lot } = JSON.parse(answer) as { lot?: { lot_uuid: string } | null }
    return lot === null || lot === undefined ? [] : [lot.lot_uuid]
  })
  const rows = await store.db.selectFrom('operation').select('cause_id').where('kind', 'in', [4, 5]).execute()
  expect(rows).toHaveLength(promised.length)
  expect(new Set(rows.map((row) => row.cause_id))).toEqual(new Set(promised))
  expect(promised.length).toBeGreaterThan(0)
}

interface Entry {
  readonly id: string
  readonly end_at: number
}

/** Jobs that should have been settled: their end and the allowed delay have passed. */
async function overdueJobs({ url, tokens }: LoadServer): Promise<Entry[]> {
  const queues = await Promise.all(
    tokens.flatMap((token) =>
      ['/api/craft/queue', '/api/factory/queue'].map(async (path) => {
        const askedAtMs = Date.now()
        const { response } = JSON.parse(await send(url, { key: randomUUID(), path, body: '{}', token })) as {
          response: Entry[]
        }
        return response.filter(({ end_at }) => (end_at + 1) * SECOND_MS + PUNCTUAL_MS < askedAtMs)
      }),
    ),
  )
  return queues.flat()
}

/**
 * Each response that named a job has it either in its queue or in the history at its time, with one operation that
 * ended it.
 */
async function expectJobsOnce({ db }: Store, acknowledged: ReadonlyMap<Order, string>) {
  const promised = new Map<string, number>()
  for (const answer of acknowledged.values()) {
    const { entry } = JSON.parse(answer) as { entry?: Entry | null }
    if (entry !== null && entry !== undefined) promised.set(entry.id, entry.end_at)
  }
  const running = await db.selectFrom('job').select(['job_id', 'end_at_ms']).execute()
  const done = await db.selectFrom('job_history').select(['job_id', 'end_at_sec']).execute()
  const found = new Map([
    ...running.map((job) => [job.job_id, Math.ceil(job.end_at_ms / SECOND_MS)] as const),
    ...done.map((job) => [job.job_id, job.end_at_sec] as const),
  ])
  expect(found).toEqual(promised)
  expect(running.length + done.length).toBe(promised.size)
  expect(done.length).toBeGreaterThan(SEEN_MIN)
  const ended = await db
    .selectFrom('operation')
    .select(['cause_id', 'operation_id'])
    .where('kind', 'in', [11, 14])
    .execute()
  expect(ended.map(({ cause_id }) => String(cause_id)).toSorted()).toEqual(done.map(({ job_id }) => job_id).toSorted())
  const runs = await db
    .selectFrom('operation')
    .select(['cause_id', 'operation_id', 'kind'])
    .where('kind', 'in', [15, 16])
    .execute()
  const groupsOf = (kind: number) => runs.filter((run) => run.kind === kind).map(({ cause_id }) => String(cause_id))
  expect(new Set(groupsOf(16)).size).toBe(groupsOf(16).length)
  const atWork = await db.selectFrom('harvest_group').select('group_id').execute()
  expect([...groupsOf(16), ...atWork.map(({ group_id }) => group_id)].toSorted()).toEqual(groupsOf(15).toSorted())
  expect(groupsOf(16).length).toBeGreaterThan(SEEN_MIN)
}
