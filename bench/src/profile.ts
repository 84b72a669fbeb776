import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePack } from '../../apps/server/tests/support/make-pack.ts'
import { startPostgres } from '../../tools/postgres-cluster.ts'
import { sharesBySection } from './cpu-profile.ts'
import { pathOf, start, type Started } from './processes.ts'
import { postgresTimeUs, processorTimeUs } from './processor-time.ts'
import { AMPLE_STARTER, itemIds, sendOrders } from './send-orders.ts'

const WARM_UP_SECONDS = 8
const SECONDS = 8
const IN_FLIGHT = { sockets: 2_048, http: 512 }
const ITEMS = 20
const STATEMENTS_SHOWN = 12
const STATEMENT_CHARACTERS = 56

type Way = keyof typeof IN_FLIGHT

/** Breaks down the CPU time of an order over sockets and HTTP by section of the code and by statement. */
export async function benchProfile(): Promise<void> {
  for (const way of ['sockets', 'http'] as const) await profile(way)
}

async function profile(way: Way): Promise<void> {
  const pack = makePack({ items: ITEMS, starterItems: ITEMS, ...AMPLE_STARTER })
  const folder = mkdtempSync(join(tmpdir(), 'clutch-profile-'))
  const cluster = await startPostgres({ max_wal_size: '4GB', shared_preload_libraries: 'pg_stat_statements' })
  const url = `${cluster.url}/postgres`
  const ask = (sql: string): string => cluster.ask('postgres', sql)
  try {
    ask('create extension pg_stat_statements')
    const server = await start<Target>(pathOf('../../tools/load-server.ts'), {
      DATABASE_URL: url,
      CONTENT_DIR: pack,
      NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder} --cpu-prof-interval=500`,
    })
    const cost = await measureAndStop(way, server, ask)
    printRooms(way, cost.serverUs, sharesBySection(folder, SECONDS))
    printStatements(cost.postgresUs, cost.statements)
  } finally {
    await cluster.stop()
    for (const path of [folder, pack]) rmSync(path, { recursive: true, force: true })
  }
}

interface Target {
  readonly url: string
  readonly tokens: readonly string[]
}

/** Measures the cost of an order by section and statement. The server writes its profile when it stops. */
async function measureAndStop(
  way: Way,
  server: Started<Target>,
  ask: (sql: string) => string,
): Promise<{ readonly serverUs: number; readonly postgresUs: number; readonly statements: string }> {
  try {
    await order(way, server.ready, WARM_UP_SECONDS)
    ask('select pg_stat_statements_reset()')
    const before = { server: processorTimeUs(server.pid), postgres: postgresTimeUs() }
    const orders = SECONDS * (await order(way, server.ready, SECONDS))
    return {
      serverUs: (processorTimeUs(server.pid) - before.server) / orders,
      postgresUs: (postgresTimeUs() - before.postgres) / orders,
      statements: ask(STATEMENTS),
    }
  } finally {
    await server.stop()
  }
}

const STATEMENTS = `select round((100 * total_exec_time / sum(total_exec_time) over ())::numeric, 1), calls, rows,
    left(regexp_replace(query, '\\s+', ' ', 'g'), ${STATEMENT_CHARACTERS})
  from pg_stat_statements order by total_exec_time desc limit ${STATEMENTS_SHOWN}`

/** @returns orders a second */
async function order(way: Way, { url, tokens }: Target, seconds: number): Promise<number> {
  const orders = { url, tokens, seconds, connections: IN_FLIGHT[way], items: itemIds(ITEMS) }
  return (await sendOrders(way, orders)).perSecond
}

function printRooms(way: Way, serverUs: number, shares: ReadonlyMap<string, number>): void {
  console.log(`\nAn order over ${way}: ${serverUs.toFixed(0)} us of server CPU time, including the profiler`)
  for (const [section, share] of Array.from(shares).toSorted(([, a], [, b]) => b - a))
    console.log(
      `  ${section.padEnd(44)} ${(100 * share).toFixed(1).padStart(5)} % ${(serverUs * share).toFixed(1).padStart(6)} us`,
    )
}

function printStatements(postgresUs: number, statements: string): void {
  console.log(
    `\n${postgresUs.toFixed(0)} us of PostgreSQL CPU time; share of statement time in %, calls, rows, statement`,
  )
  for (const line of statements.split('\n')) console.log(`  ${line.split('|').join('  ')}`)
}
