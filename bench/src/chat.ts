import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openStore } from '../../apps/server/src/store/store.ts'
import { CHATTERS_ARE_ADMINS } from '../../apps/server/tests/support/load-server.ts'
import { CHANNELS, makePack } from '../../apps/server/tests/support/make-pack.ts'
import { startPostgres } from '../../tools/postgres-cluster.ts'
import type { ChatLoad, ChatResult } from './chat-load.ts'
import { pathOf, start, type Started } from './processes.ts'
import { AMPLE_STARTER, itemIds, sendOrders } from './send-orders.ts'
import { median } from './table.ts'

const ROUNDS = 3
const SECONDS = 10
const SOCKETS = 2_000
const MESSAGES_PER_SECOND = 50
/** Orders run this long before and after the chat. */
const AROUND_SECONDS = 3
const TARGET_P99_MS = 200
const ORDER_PLAYERS = 64
const ORDERS_IN_FLIGHT = 2_048
/** Each player may have ten connections. */
const LISTENERS = SOCKETS / 10
const SPEAKERS = 4
const ITEMS = 20
const MESSAGES = 1_000_000
const PAGES = 1_000
const WARM_UP_PAGES = 100
const TARGET_PAGE_MS = 20

type Environment = Readonly<Record<string, string>>
interface Target {
  readonly url: string
  readonly tokens: readonly string[]
}

/** Measures the chat's throughput, its cost to the economy, and pages of a long channel. */
export async function benchChat(): Promise<void> {
  const pack = makePack({ items: ITEMS, ...AMPLE_STARTER, chat: true })
  // As docs/operations.md recommends for a busy market.
  const cluster = await startPostgres({ max_wal_size: '16GB' })
  const folder = mkdtempSync(join(tmpdir(), 'clutch-chat-'))
  const shared = {
    CONTENT_DIR: pack,
    LOAD_PLAYERS: String(ORDER_PLAYERS + LISTENERS),
    ...CHATTERS_ARE_ADMINS,
  }
  try {
    await benchOn('PostgreSQL', { ...shared, DATABASE_URL: `${cluster.url}/postgres`, DATA_DIR: join(folder, 'files') })
    await benchOn('PGlite', { ...shared, DATABASE_URL: '', DATA_DIR: join(folder, 'pglite') })
  } finally {
    await cluster.stop()
    for (const path of [folder, pack]) rmSync(path, { recursive: true, force: true })
  }
}

async function benchOn(store: string, environment: Environment): Promise<void> {
  const server = await start<Target>(pathOf('../../tools/load-server.ts'), environment)
  await order(server.ready)
  const [without, withChat, audiences]: [number[], number[], ChatResult[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await order(server.ready)
    const few = await listen(server.ready, ORDER_PLAYERS, 0)
    withChat.push(await order(server.ready))
    expectAll(await few.next<ChatResult>())
    // Throughput falls as the store grows, so compare with the mean of before and after.
    without.push((before + (await order(server.ready))) / 2)
    const many = await listen(server.ready, SOCKETS, AROUND_SECONDS)
    const half = order(server.ready, (without.at(-1) ?? 0) / 2, SECONDS + 2 * AROUND_SECONDS)
    audiences.push(await many.next<ChatResult>())
    console.log(`  half of the maximum orders: ${Math.round(await half)} a second`)
  }
  await server.stop()
  console.log(`\nChat on ${store}, ${MESSAGES_PER_SECOND} messages a second in one channel`)
  printOrders('orders a second without chat', without)
  printOrders(`orders a second with chat, ${ORDER_PLAYERS} listening`, withChat)
  const ratio = median(withChat.map((perSecond, round) => perSecond / (without[round] ?? 1)))
  console.log(`  with chat / without ${ratio.toFixed(2)}`)
  for (const result of audiences) printAudience(result)
  await benchPages(environment)
}

/** Sends orders at full speed, or at a given rate. */
async function order({ url, tokens }: Target, perSecond?: number, seconds = SECONDS): Promise<number> {
  const orders = {
    url,
    tokens: tokens.slice(0, ORDER_PLAYERS),
    seconds,
    connections: ORDERS_IN_FLIGHT,
    items: itemIds(ITEMS),
    ...(perSecond !== undefined && { perSecond }),
  }
  return (await sendOrders('sockets', orders)).perSecond
}

/** Resolves once all sockets listen; the process prints the result as its next line. */
function listen({ url, tokens }: Target, sockets: number, pauseSeconds: number): Promise<Started<unknown>> {
  const load: ChatLoad = {
    url,
    listeners: tokens.slice(ORDER_PLAYERS),
    sockets,
    speakers: tokens.slice(0, SPEAKERS),
    channelId: CHANNELS.open,
    perSecond: MESSAGES_PER_SECOND,
    pauseSeconds,
    seconds: SECONDS,
  }
  return start(pathOf('./chat-process.ts'), {}, load)
}

/** @throws when a message was lost, duplicated or out of order, since the figures would be meaningless. */
function expectAll(result: ChatResult): void {
  const { missing, outOfOrder, refused, said } = result
  if (said === 0 || missing + outOfOrder + refused > 0) throw new Error(`Messages failed: ${JSON.stringify(result)}`)
}

function printOrders(what: string, perSecond: readonly number[]): void {
  const range = [Math.min(...perSecond), Math.max(...perSecond)].map((each) => Math.round(each).toLocaleString('en'))
  console.log(
    `  ${what.padEnd(52)} ${Math.round(median(perSecond)).toLocaleString('en').padStart(8)} (${range.join(' – ')})`,
  )
}

function printAudience(result: ChatResult): void {
  expectAll(result)
  const { said, p50Ms, p99Ms, maxMs } = result
  const verdict = p99Ms < TARGET_P99_MS ? '✓' : '✗'
  console.log(
    `  ${SOCKETS} sockets: ${said} messages, each once and in order on each; p50 ${p50Ms}, p99 ${p99Ms}, max ${maxMs} ms ${verdict}`,
  )
}

/** Measures pages of a channel with a million messages: the newest and random ones. */
async function benchPages(environment: Environment): Promise<void> {
  const lastId = await fillChannel(environment)
  const server = await start<Target>(pathOf('../../tools/load-server.ts'), environment)
  const { url, tokens } = server.ready
  const timesMs: number[] = []
  for (let page = -WARM_UP_PAGES; page < PAGES; page += 1) {
    const before_id = page % 3 === 0 ? null : Math.ceil(lastId * ((page * 0.618_034) % 1 || 1))
    const beganMs = performance.now()
    const response = await fetch(`${url}/api/chat/history`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens[0] ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify({ channel_id: CHANNELS.open, before_id: before_id === null ? null : Math.abs(before_id) }),
    })
    const { messages } = (await response.json()) as { messages: unknown[] }
    if (messages.length === 0) throw new Error('Empty page')
    if (page >= 0) timesMs.push(performance.now() - beganMs)
  }
  await server.stop()
  const late = timesMs.toSorted((a, b) => a - b)[Math.floor(PAGES * 0.99)] ?? 0
  console.log(
    `  a page of a channel of ${MESSAGES.toLocaleString('en')} messages: p50 ${median(timesMs).toFixed(1)}, p99 ${late.toFixed(1)} ms ${late < TARGET_PAGE_MS ? '✓' : '✗'}`,
  )
}

/** @returns the id of the newest message. */
async function fillChannel(environment: Environment): Promise<number> {
  const store = await openStore({
    databaseUrl: environment['DATABASE_URL'] === '' ? undefined : environment['DATABASE_URL'],
    dataDir: environment['DATA_DIR'] ?? '',
  })
  const { slowDb: db } = store
  await sql`insert into chat_message (message_id, channel_id, sender_id, text, sent_at_ms)
    select last_message_id + place, ${CHANNELS.open}, (select user_id from player limit 1), 'tale ' || place, ${Date.now()}::bigint
    from chat_state cross join generate_series(1, ${MESSAGES}::bigint) as place`.execute(db)
  await sql`update chat_state set last_message_id = last_message_id + ${MESSAGES}::bigint`.execute(db)
  await sql`vacuum (analyze) chat_message`.execute(db)
  const { rows } = await sql<{ id: number }>`select last_message_id as id from chat_state`.execute(db)
  await store.close()
  return rows[0]?.id ?? 0
}
