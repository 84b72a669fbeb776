import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePack } from '../../apps/server/tests/support/make-pack.ts'
import { startPostgres, type PostgresCluster } from '../../tools/postgres-cluster.ts'
import { pathOf, start } from './processes.ts'
import { postgresTimeUs, processorTimeUs } from './processor-time.ts'
import { AMPLE_STARTER, itemIds, sendOrders, type Way } from './send-orders.ts'
import { median, printFigures, type Figure } from './table.ts'

const ROUNDS = 3
/** Warm-up rounds, not counted. */
const WARM_UP_ROUNDS = 1
const SECONDS = 6
const CONNECTIONS = 512
/** 64 sockets with 32 orders each. */
const SOCKET_ORDERS_IN_FLIGHT = 2_048
const ITEMS = 20
/** Items of the skewed market (the most a starter pack holds), and its skew. */
const ZIPF_ITEMS = 100
const ZIPF = 1.5
const PGBENCH_CLIENTS = 16
const PGBENCH_SCALE = 10

interface Target {
  readonly pid: number
  readonly url: string
  readonly tokens: readonly string[]
}

/** Compares durable matched orders over HTTP and sockets with a bare JSON echo and pgbench on the same PostgreSQL. */
export async function benchOrders(): Promise<void> {
  const pack = makePack({
    items: ZIPF_ITEMS,
    starterItems: ZIPF_ITEMS,
    ...AMPLE_STARTER,
  })
  const folder = mkdtempSync(join(tmpdir(), 'clutch-bench-'))
  const stops: (() => Promise<void>)[] = []
  try {
    const cluster = await startPostgres({ max_wal_size: '4GB' })
    stops.push(() => cluster.stop())
    preparePgbench(cluster)
    const targets = await startTargets(pack, folder, `${cluster.url}/clutch`, stops)
    const rounds: Round[] = []
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      const measured = await runRound(targets, cluster)
      if (round >= 0) rounds.push(measured)
    }
    print(rounds)
    printCosts(rounds)
  } finally {
    for (const stop of stops.toReversed()) await stop()
    for (const path of [folder, pack]) rmSync(path, { recursive: true, force: true })
  }
}

interface Targets {
  readonly echo: Target
  readonly postgres: Target
  readonly pglite: Target
}

async function startTargets(
  pack: string,
  folder: string,
  databaseUrl: string,
  stops: (() => Promise<void>)[],
): Promise<Targets> {
  const open = async (script: string, environment?: Readonly<Record<string, string>>): Promise<Target> => {
    const process = await start<Omit<Target, 'pid'>>(pathOf(script), environment)
    stops.push(() => process.stop())
    return { ...process.ready, pid: process.pid }
  }
  const server = '../../tools/load-server.ts'
  return {
    echo: await open('./echo-process.ts'),
    postgres: await open(server, { DATABASE_URL: databaseUrl, CONTENT_DIR: pack }),
    pglite: await open(server, { DATABASE_URL: '', DATA_DIR: folder, CONTENT_DIR: pack }),
  }
}

/** One after another, so that each has the machine to itself. */
async function runRound({ echo, postgres, pglite }: Targets, cluster: PostgresCluster): Promise<Round> {
  return {
    echo: await send(echo, '/'),
    postgres: await send(postgres, null),
    pglite: await send(pglite, null),
    postgresSockets: await sendOverSockets(postgres),
    pgliteSockets: await sendOverSockets(pglite),
    even: await send(postgres, null, { items: ZIPF_ITEMS, zipf: 0 }),
    uneven: await send(postgres, null, { items: ZIPF_ITEMS, zipf: ZIPF }),
    pgbench: runPgbench(cluster),
  }
}

/** Orders per second, and CPU time per order in the server and in PostgreSQL. */
interface Measured {
  readonly perSecond: number
  readonly serverUs: number
  readonly postgresUs: number
}

interface Round {
  readonly echo: Measured
  readonly postgres: Measured
  readonly pglite: Measured
  readonly postgresSockets: Measured
  readonly pgliteSockets: Measured
  readonly even: Measured
  readonly uneven: Measured
  readonly pgbench: Measured
}

function print(rounds: readonly Round[]): void {
  const figure = (what: string, key: keyof Round): Figure => ({
    what,
    perSecond: rounds.map((round) => round[key].perSecond),
  })
  const echo = figure('node:http JSON echo, nothing stored', 'echo')
  const postgres = figure('Clutch on PostgreSQL, over HTTP', 'postgres')
  const pglite = figure('Clutch on PGlite, over HTTP', 'pglite')
  const postgresSockets = figure('Clutch on PostgreSQL, over sockets', 'postgresSockets')
  const pgliteSockets = figure('Clutch on PGlite, over sockets', 'pgliteSockets')
  const even = figure(`${ZIPF_ITEMS} items, traded evenly`, 'even')
  const uneven = figure(`${ZIPF_ITEMS} items, Zipf ${ZIPF}`, 'uneven')
  const pgbench = figure(`pgbench TPC-B, ${PGBENCH_CLIENTS} clients`, 'pgbench')
  printFigures(
    `Durable matched orders, ${CONNECTIONS} in flight (${SOCKET_ORDERS_IN_FLIGHT} over sockets), each acknowledged after its commit`,
    [echo, postgres, pglite, postgresSockets, pgliteSockets, even, uneven, pgbench],
    [
      { what: 'HTTP on PostgreSQL / echo', of: postgres, to: echo, target: 0.35 },
      { what: 'HTTP on PGlite / echo', of: pglite, to: echo, target: 0.25 },
      { what: 'sockets on PostgreSQL / echo', of: postgresSockets, to: echo, target: 0.6 },
      { what: 'sockets on PGlite / echo', of: pgliteSockets, to: echo, target: 0.4 },
      { what: 'sockets on PostgreSQL / pgbench', of: postgresSockets, to: pgbench, target: 4 },
      { what: 'Zipf / evenly', of: uneven, to: even, target: 0.95 },
    ],
  )
}

/** Prints CPU time per order, user and system, in the server and in PostgreSQL. */
function printCosts(rounds: readonly Round[]): void {
  console.log('\nCPU time per order in microseconds: server, PostgreSQL')
  for (const key of ['echo', 'postgres', 'postgresSockets', 'pglite', 'pgliteSockets'] as const) {
    const [server, postgres] = [
      rounds.map((round) => round[key].serverUs),
      rounds.map((round) => round[key].postgresUs),
    ]
    console.log(`  ${key.padEnd(52)} ${Math.round(median(server))}, ${Math.round(median(postgres))}`)
  }
}

interface Market {
  readonly items: number
  readonly zipf: number
}

const FEW_ITEMS: Market = { items: ITEMS, zipf: 0 }

function send(target: Target, path: string | null, market = FEW_ITEMS): Promise<Measured> {
  return measure('http', CONNECTIONS, target, path, market)
}

function sendOverSockets(target: Target): Promise<Measured> {
  return measure('sockets', SOCKET_ORDERS_IN_FLIGHT, target, null, FEW_ITEMS)
}

async function measure(
  way: Way,
  connections: number,
  target: Target,
  path: string | null,
  market: Market,
): Promise<Measured> {
  const before = { server: processorTimeUs(target.pid), postgres: postgresTimeUs() }
  const { perSecond } = await sendOrders(way, {
    url: target.url,
    path,
    tokens: target.tokens,
    seconds: SECONDS,
    connections,
    items: itemIds(market.items),
    zipf: market.zipf,
  })
  const orders = perSecond * SECONDS
  return {
    perSecond,
    serverUs: (processorTimeUs(target.pid) - before.server) / orders,
    postgresUs: (postgresTimeUs() - before.postgres) / orders,
  }
}

function preparePgbench(cluster: PostgresCluster): void {
  for (const name of ['clutch', 'pgbench']) {
    cluster.ask('postgres', `create database ${name}`)
  }
  const prepare = ['-i', '-q', '-s', String(PGBENCH_SCALE), `${cluster.url}/pgbench`]
  execFileSync(join(cluster.binFolder, 'pgbench'), prepare, { stdio: 'ignore' })
}

function runPgbench(cluster: PostgresCluster): Measured {
  const args = ['-c', String(PGBENCH_CLIENTS), '-j', '2', '-T', String(SECONDS), `${cluster.url}/pgbench`]
  const output = execFileSync(join(cluster.binFolder, 'pgbench'), args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const tps = /tps = ([\d.]+)/.exec(output)?.[1]
  if (tps === undefined) throw new Error('pgbench reported no figure')
  return { perSecond: Number(tps), serverUs: 0, postgresUs: 0 }
}
