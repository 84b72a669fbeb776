import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { FIRST_ITEM_ID, makePack } from '../../apps/server/tests/support/make-pack.ts'
import { startPostgres } from '../../tools/postgres-cluster.ts'
import { pathOf, start } from './processes.ts'
import { AMPLE_STARTER, itemIds, sendOrders } from './send-orders.ts'
import { printFigures, type Figure } from './table.ts'

const ROUNDS = 2
const JOBS = 100_000
const LOAD_SECONDS = 3
const CONNECTIONS = 512
/** Long enough for the server to be ready. */
const DUE_IN_MS = 10_000
const POLL_MS = 50
const GOODS = 10
/** Items that jobs do not use. */
const FIRST_TRADED = FIRST_ITEM_ID + 10

interface Target {
  readonly url: string
  readonly tokens: readonly string[]
}

interface Round {
  /** Jobs per second without other load, and while the market is busy. */
  readonly alone: number
  readonly meanwhile: number
  /** Orders per second while jobs are settled. */
  readonly orders: number
}

/** Measures settling craft jobs of 100,000 players that end in the same millisecond, with and without orders. */
export async function benchScheduledJobs(): Promise<void> {
  const pack = makePack({ items: 100, ...AMPLE_STARTER, production: true })
  const cluster = await startPostgres({ max_wal_size: '4GB' })
  const rounds: Record<'postgres' | 'pglite', Round[]> = { postgres: [], pglite: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    const database = `due_${round}`
    rounds.postgres.push(
      await runRound(pack, (part) => {
        const name = `${database}_${part}`
        cluster.ask('postgres', `create database ${name}`)
        return { DATABASE_URL: `${cluster.url}/${name}` }
      }),
    )
    const folders: string[] = []
    rounds.pglite.push(
      await runRound(pack, () => {
        const folder = mkdtempSync(join(tmpdir(), 'clutch-bench-'))
        folders.push(folder)
        return { DATABASE_URL: '', DATA_DIR: folder }
      }),
    )
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
  await cluster.stop()
  rmSync(pack, { recursive: true, force: true })
  print(rounds)
}

async function runRound(pack: string, environmentOf: (part: string) => Record<string, string>): Promise<Round> {
  const alone = await withScheduledJobs(pack, environmentOf('alone'), async ({ url }) => {
    const startedAtMs = Date.now()
    while ((await readSettled(url)) < JOBS) await wait(POLL_MS)
    return (JOBS * 1_000) / (Date.now() - startedAtMs)
  })
  const busy = await withScheduledJobs(pack, environmentOf('busy'), async (target) => {
    const before = { settled: await readSettled(target.url), atMs: Date.now() }
    const items = itemIds(GOODS, FIRST_TRADED)
    const { perSecond } = await sendOrders('http', {
      url: target.url,
      tokens: target.tokens,
      seconds: LOAD_SECONDS,
      connections: CONNECTIONS,
      items,
    })
    const settled = await readSettled(target.url)
    if (settled >= JOBS) console.log(`  (all ${JOBS} jobs were settled before the orders ended)`)
    return { meanwhile: ((settled - before.settled) * 1_000) / (Date.now() - before.atMs), orders: perSecond }
  })
  const figures = { alone, ...busy }
  console.log(
    `  ${Object.entries(figures)
      .map(([name, value]) => `${name} ${Math.round(value)}/s`)
      .join(', ')}`,
  )
  return figures
}

/** Starts a server with its jobs and waits until they are due. */
async function withScheduledJobs<Value>(
  pack: string,
  environment: Record<string, string>,
  use: (target: Target) => Promise<Value>,
): Promise<Value> {
  const startedAtMs = Date.now()
  const server = await start<Target>(pathOf('./scheduled-jobs-process.ts'), {
    ...environment,
    CONTENT_DIR: pack,
    DUE_JOBS: String(JOBS),
    DUE_IN_MS: String(DUE_IN_MS),
  })
  try {
    while ((await readSettled(server.ready.url)) === 0) {
      if (Date.now() - startedAtMs > 10 * DUE_IN_MS) throw new Error('No job was settled')
      await wait(POLL_MS)
    }
    return await use(server.ready)
  } finally {
    await server.stop()
  }
}

async function readSettled(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^clutch_settled_total (\d+)/m.exec(text)?.[1] ?? 0)
}

function print(rounds: Record<'postgres' | 'pglite', readonly Round[]>): void {
  const figure = (what: string, store: 'postgres' | 'pglite', of: keyof Round): Figure => ({
    what,
    perSecond: rounds[store].map((round) => round[of]),
  })
  printFigures(
    `${JOBS.toLocaleString('en')} craft jobs that end in the same millisecond, and durable orders meanwhile`,
    [
      figure('jobs settled on PostgreSQL', 'postgres', 'alone'),
      figure('jobs settled on PostgreSQL, market busy', 'postgres', 'meanwhile'),
      figure('orders on PostgreSQL meanwhile', 'postgres', 'orders'),
      figure('jobs settled on PGlite', 'pglite', 'alone'),
      figure('jobs settled on PGlite, market busy', 'pglite', 'meanwhile'),
      figure('orders on PGlite meanwhile', 'pglite', 'orders'),
    ],
    [],
  )
}
