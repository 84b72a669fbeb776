import { SECOND_MS } from '@clutch/contract/formats'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { checkIntegrity } from '../../apps/server/src/integrity/integrity-check.ts'
import { AREAS } from '../../apps/server/src/server-areas.ts'
import { openStore } from '../../apps/server/src/store/store.ts'
import { makePack } from '../../apps/server/tests/support/make-pack.ts'
import { startNats } from '../../apps/server/tests/support/nats.ts'
import { startPostgres } from '../../tools/postgres-cluster.ts'
import { Balancer } from './balancer.ts'
import { pathOf, start, type Started } from './processes.ts'
import { postgresTimeUs, processorTimeUs } from './processor-time.ts'
import { AMPLE_STARTER, itemIds } from './send-orders.ts'
import { median } from './table.ts'

const SERVERS = 3
const PLAYERS = 64
const ITEMS = 20
const ORDERS_PER_SECOND = 300
const SOCKETS = 600
const STEADY_MS = 15_000
/** Between drills, and after the last one. */
const PAUSE_MS = 3_000
const KILLS = 10
const NATS_AWAY_MS = 10_000

/** When an order was sent and acknowledged, in Unix milliseconds. */
export type PlacedOrder = readonly [sentAtMs: number, acknowledgedAtMs: number]

export interface ServersLoad {
  readonly url: string
  readonly tokens: readonly string[]
  readonly items: readonly number[]
  readonly perSecond: number
  readonly sockets: number
}

export interface ServersResult {
  readonly orders: readonly PlacedOrder[]
  readonly retried: number
  /** Orders that failed twice, by status or kind of error. */
  readonly failures: Readonly<Record<string, number>>
  /** Live connections that could not be opened. */
  readonly refused: number
  readonly reconnected: number
  readonly messages: number
}

type Environment = Readonly<Record<string, string>>
type Server = Started<{ readonly url: string; readonly tokens: readonly string[] }>

/** Servers of one world behind a balancer. */
class Fleet {
  readonly balancer: Balancer
  readonly #environment: Environment
  servers: Server[] = []
  tokens: readonly string[] = []

  constructor(balancer: Balancer, environment: Environment) {
    this.balancer = balancer
    this.#environment = environment
  }

  async add(role = 'all'): Promise<void> {
    // The first registers the players; the others only need one that exists.
    const players = this.tokens.length === 0 ? PLAYERS : 1
    const server: Server = await start(pathOf('../../tools/load-server.ts'), {
      ...this.#environment,
      ROLE: role,
      LOAD_PLAYERS: String(players),
    })
    if (this.tokens.length === 0) this.tokens = server.ready.tokens
    this.servers.push(server)
    await this.#route()
  }

  async remove(server: Server, how: 'stop' | 'kill'): Promise<void> {
    this.servers = this.servers.filter((each) => each !== server)
    await server[how]()
    await this.#route()
  }

  /** The server that executes commands. */
  async writer(): Promise<Server> {
    for (const server of this.servers) {
      const metrics = await (await fetch(`${server.ready.url}/metrics`)).text()
      if (/^clutch_writer 1$/m.test(metrics)) return server
    }
    throw new Error('No server is the writer')
  }

  async stop(): Promise<void> {
    for (const server of this.servers) await this.remove(server, 'stop')
  }

  async #route(): Promise<void> {
    await this.balancer.use(this.servers.map(({ ready }) => ready.url))
  }
}

/** Measures three servers behind a balancer in operation, while they restart and when parts of them fail. */
export async function benchServers(): Promise<void> {
  const pack = makePack({ items: ITEMS, starterItems: ITEMS, ...AMPLE_STARTER })
  const folder = mkdtempSync(join(tmpdir(), 'clutch-servers-'))
  const cluster = await startPostgres({ max_wal_size: '4GB' })
  const nats = await startNats()
  const balancer = await Balancer.start()
  const databaseUrl = `${cluster.url}/postgres`
  const single = { DATABASE_URL: databaseUrl, DATA_DIR: folder, CONTENT_DIR: pack }
  const fleet = new Fleet(balancer, { ...single, ...nats.environment })
  const one = new Fleet(balancer, single)
  try {
    for (let count = 0; count < SERVERS; count += 1) await fleet.add()
    let acknowledged = 0
    const drill = async (name: string, act: () => Promise<unknown>): Promise<ServersResult> => {
      const result = await underLoad(fleet, act)
      acknowledged += result.orders.length
      report(name, result)
      return result
    }
    await drill('steady', () => measureProcessors(fleet, 'three servers'))
    await drill('rolling restart', async () => {
      for (const server of fleet.servers) {
        await fleet.remove(server, 'stop')
        await fleet.add()
        await wait(PAUSE_MS)
      }
    })
    const kills: number[] = []
    const killed = await drill(`writer killed ${KILLS} times`, async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const writer = await fleet.writer()
        kills.push(Date.now())
        await fleet.remove(writer, 'kill')
        await wait(PAUSE_MS)
        await fleet.add()
        await wait(PAUSE_MS)
      }
    })
    reportTakeOvers(kills, killed.orders)
    await drill(`NATS away for ${NATS_AWAY_MS / SECOND_MS} s`, async () => {
      await nats.stop()
      await wait(NATS_AWAY_MS)
      await nats.start()
      await wait(2 * PAUSE_MS)
    })
    await fleet.stop()
    await check(databaseUrl, folder, acknowledged)

    await one.add()
    const { orders } = await underLoad(one, () => measureProcessors(one, 'one server'))
    await one.stop()
    fleet.tokens = one.tokens
    await fleet.add('writer')
    for (const role of ['api', 'api']) await fleet.add(role)
    const { orders: more } = await underLoad(fleet, () => measureProcessors(fleet, 'a writer and two for players'))
    await fleet.stop()
    await check(databaseUrl, folder, acknowledged + orders.length + more.length)
  } finally {
    for (const each of [fleet, one]) await each.stop()
    balancer.stop()
    await nats.stop()
    await cluster.stop()
    for (const path of [folder, pack]) rmSync(path, { recursive: true, force: true })
  }
}

/** Runs sockets and orders while something is done, and until shortly after. */
async function underLoad({ balancer, tokens }: Fleet, act: () => Promise<unknown>): Promise<ServersResult> {
  const rates = { perSecond: ORDERS_PER_SECOND, sockets: SOCKETS }
  const load: ServersLoad = { url: balancer.url, tokens, items: itemIds(ITEMS), ...rates }
  const client = await start(pathOf('./servers-load-process.ts'), {}, load)
  await act()
  await wait(PAUSE_MS)
  const ended = client.next<ServersResult>()
  await client.stop()
  return ended
}

async function measureProcessors({ servers }: Fleet, name: string): Promise<void> {
  const read = (): number[] => [postgresTimeUs(), ...servers.map(({ pid }) => processorTimeUs(pid))]
  const before = read()
  await wait(STEADY_MS)
  const perOrder = read().map((us, index) =>
    Math.round((us - (before[index] ?? 0)) / ((ORDERS_PER_SECOND * STEADY_MS) / SECOND_MS)),
  )
  const [postgres, ...each] = perOrder
  console.log(`\n${name}: processor time per order: PostgreSQL ${postgres} µs, servers ${each.join(', ')} µs`)
}

function report(name: string, { orders, retried, failures, refused, reconnected, messages }: ServersResult): void {
  const slowestMs = Math.max(...orders.map(([sent, acknowledged]) => acknowledged - sent))
  const times = orders.map(([, acknowledged]) => acknowledged).toSorted((a, b) => a - b)
  const longestMs = Math.max(...times.map((time, index) => time - (times[index - 1] ?? time)))
  console.log(`\n${name}: ${ORDERS_PER_SECOND} orders/s, ${SOCKETS} sockets`)
  console.log(`  ${orders.length} orders acknowledged, ${retried} sent twice, failed ${JSON.stringify(failures)}`)
  console.log(`  slowest order ${slowestMs} ms, longest time without an acknowledgement ${longestMs} ms`)
  console.log(`  live connections: ${refused} refused, ${reconnected} reconnected, ${messages} messages`)
}

/** For each kill, the time until the first order that was sent after it was acknowledged. */
function reportTakeOvers(kills: readonly number[], orders: readonly PlacedOrder[]): void {
  const pauses = kills.map((killed, index) => {
    const until = kills[index + 1] ?? Number.POSITIVE_INFINITY
    const after = orders.filter(([sent]) => sent >= killed && sent < until)
    return Math.min(...after.map(([, acknowledged]) => acknowledged)) - killed
  })
  console.log(`  commands accepted again after ${Math.round(median(pauses))} ms (${pauses.join(', ')})`)
}

/** @throws when an acknowledged order is missing, one exists twice, or a sum is wrong */
async function check(databaseUrl: string, dataDir: string, acknowledged: number): Promise<void> {
  const store = await openStore({ databaseUrl, dataDir })
  try {
    const violations = await checkIntegrity(store.db, AREAS)
    if (violations.length > 0) throw new Error(`Integrity violations: ${JSON.stringify(violations)}`)
    const { count } = await store.db
      .selectFrom('command_outcome')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('key', 'not like', 'register:%')
      .executeTakeFirstOrThrow()
    console.log(`\n  integrity ✓; ${count} orders decided, ${acknowledged} acknowledged`)
    if (count < acknowledged) throw new Error('Acknowledged orders are missing')
  } finally {
    await store.close()
  }
}
