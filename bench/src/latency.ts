import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePack } from '../../apps/server/tests/support/make-pack.ts'
import { startPostgres } from '../../tools/postgres-cluster.ts'
import type { LoadResult } from './orders-load.ts'
import { pathOf, start } from './processes.ts'
import { AMPLE_STARTER, itemIds, sendOrders, type Way } from './send-orders.ts'
import { median } from './table.ts'

const ROUNDS = 3
const SECONDS = 6
/** Share of the maximum load. */
const LOAD_SHARE = 0.6
const CONNECTIONS = 512
const SOCKET_ORDERS_IN_FLIGHT = 2_048
const ITEMS = 20
const SYNCS = 1_000
const PAGE = Buffer.alloc(8_192, 1)
const TARGET = 3

interface Target {
  readonly url: string
  readonly tokens: readonly string[]
}

/** Compares the latency of orders on a busy machine with the sum of a bare echo and a disk sync. */
export async function benchLatency(): Promise<void> {
  const pack = makePack({ items: ITEMS, starterItems: ITEMS, ...AMPLE_STARTER })
  const folder = mkdtempSync(join(tmpdir(), 'clutch-latency-'))
  const stops: (() => Promise<void>)[] = []
  try {
    const cluster = await startPostgres({ max_wal_size: '4GB' })
    stops.push(() => cluster.stop())
    cluster.ask('postgres', 'create database clutch')
    const open = async (script: string, environment?: Readonly<Record<string, string>>): Promise<Target> => {
      const started = await start<Target>(pathOf(script), environment)
      stops.push(() => started.stop())
      return started.ready
    }
    const echo = await open('./echo-process.ts')
    const server = await open('../../tools/load-server.ts', {
      DATABASE_URL: `${cluster.url}/clutch`,
      CONTENT_DIR: pack,
    })
    // Warm up.
    await send('sockets', server, null, SOCKET_ORDERS_IN_FLIGHT)
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({
        syncMs: syncP99Ms(folder),
        echoMs: await p99Ms('http', echo, '/', CONNECTIONS),
        httpMs: await p99Ms('http', server, null, CONNECTIONS),
        socketsMs: await p99Ms('sockets', server, null, SOCKET_ORDERS_IN_FLIGHT),
      })
    }
    print(rounds)
  } finally {
    for (const stop of stops.toReversed()) await stop()
    for (const path of [folder, pack]) rmSync(path, { recursive: true, force: true })
  }
}

/** p99 in milliseconds. */
interface Round {
  readonly syncMs: number
  readonly echoMs: number
  readonly httpMs: number
  readonly socketsMs: number
}

function print(rounds: readonly Round[]): void {
  console.log(`\np99 at ${LOAD_SHARE * 100} % of the maximum load, on PostgreSQL, in milliseconds`)
  const rows = {
    syncMs: 'fdatasync of 8 kB',
    echoMs: 'node:http JSON echo',
    httpMs: 'orders, HTTP',
    socketsMs: 'orders, sockets',
  }
  for (const [key, what] of Object.entries(rows) as [keyof Round, string][]) {
    const all = rounds.map((round) => round[key])
    console.log(
      `  ${what.padEnd(52)} ${median(all).toFixed(1)} (${Math.min(...all).toFixed(1)} – ${Math.max(...all).toFixed(1)})`,
    )
  }
  for (const key of ['httpMs', 'socketsMs'] as const) {
    const ratio = median(rounds.map((round) => round[key] / (round.syncMs + round.echoMs)))
    console.log(
      `  ${rows[key]} / (fdatasync + echo) ${ratio.toFixed(2)}, target ${TARGET} ${ratio <= TARGET ? '✓' : '✗'}`,
    )
  }
}

/** Measures at a share of the throughput measured just before. */
async function p99Ms(way: Way, target: Target, path: string | null, connections: number): Promise<number> {
  const { perSecond } = await send(way, target, path, connections)
  const { p99Ms: measured } = await send(way, target, path, connections, perSecond * LOAD_SHARE)
  if (measured === undefined) throw new Error('The load generator reported no latency')
  return measured
}

async function send(
  way: Way,
  { url, tokens }: Target,
  path: string | null,
  connections: number,
  perSecond?: number,
): Promise<LoadResult> {
  const rate = perSecond === undefined ? {} : { perSecond: Math.round(perSecond) }
  return sendOrders(way, { url, path, tokens, seconds: SECONDS, connections, items: itemIds(ITEMS), ...rate })
}

function syncP99Ms(folder: string): number {
  const file = openSync(join(folder, 'synced'), 'w')
  const timesMs = Array.from({ length: SYNCS }, (_, index) => {
    writeSync(file, PAGE, 0, PAGE.length, index * PAGE.length)
    const beganMs = performance.now()
    fdatasyncSync(file)
    return performance.now() - beganMs
  })
  closeSync(file)
  return timesMs.toSorted((a, b) => a - b)[Math.floor(SYNCS * 0.99)] ?? 0
}
