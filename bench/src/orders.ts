import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FIRST_ITEM_ID, makePack } from '../../apps/server/tests/support/make-pack.ts'
import { startPostgres, type PostgresCluster } from '../../tools/postgres-cluster.ts'
import type { Load, LoadResult } from './load-process.ts'
import { pathOf, runToEnd, start } from './processes.ts'
import { printFigures, type Figure } from './table.ts'

const ROUNDS = 3
/** Rounds that do not count: a server has to run hot first, as it does after a minute of its life. */
const WARM_UP_ROUNDS = 1
const SECONDS = 6
const CONNECTIONS = 512
const ITEMS = 20
const PGBENCH_CLIENTS = 16
const PGBENCH_SCALE = 10

interface Target {
  readonly url: string
  readonly tokens: readonly string[]
}

/** Durable matched orders through HTTP, one a request, against a bare JSON echo and pgbench on the same PostgreSQL. */
export async function benchOrders(): Promise<void> {
  const pack = makePack({ items: 100, starterCoins: 10_000_000_000, starterCount: 10_000_000 })
  const folder = mkdtempSync(join(tmpdir(), 'clutch-bench-'))
  const cluster = await startPostgres({ max_wal_size: '4GB' })
  preparePgbench(cluster)
  const server = pathOf('../../tools/load-server.ts')
  const echo = await start<Target>(pathOf('./echo-process.ts'))
  const onPostgres = await start<Target>(server, { DATABASE_URL: `${cluster.url}/clutch`, CONTENT_DIR: pack })
  const onPglite = await start<Target>(server, { DATABASE_URL: '', DATA_DIR: folder, CONTENT_DIR: pack })

  const figures = { echo: [] as number[], postgres: [] as number[], pglite: [] as number[], pgbench: [] as number[] }
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const measured = {
      echo: await send(echo.ready, '/'),
      postgres: await send(onPostgres.ready, null),
      pglite: await send(onPglite.ready, null),
      pgbench: runPgbench(cluster),
    }
    if (round < 0) continue
    for (const peer of ['echo', 'postgres', 'pglite', 'pgbench'] as const) figures[peer].push(measured[peer])
  }
  for (const process of [echo, onPostgres, onPglite]) await process.stop()
  await cluster.stop()
  for (const path of [folder, pack]) rmSync(path, { recursive: true, force: true })
  print(figures)
}

function print(rounds: { echo: number[]; postgres: number[]; pglite: number[]; pgbench: number[] }): void {
  const echo: Figure = { what: 'node:http JSON echo, nothing stored', perSecond: rounds.echo }
  const postgres: Figure = { what: 'Clutch on PostgreSQL', perSecond: rounds.postgres }
  const pglite: Figure = { what: 'Clutch on PGlite', perSecond: rounds.pglite }
  const pgbench: Figure = { what: `pgbench TPC-B, ${PGBENCH_CLIENTS} clients`, perSecond: rounds.pgbench }
  printFigures(
    `Durable matched orders through HTTP, ${CONNECTIONS} connections, each acknowledged after its commit`,
    [echo, postgres, pglite, pgbench],
    [
      { what: 'Clutch on PostgreSQL / echo', of: postgres, to: echo, wanted: 0.3 },
      { what: 'Clutch on PostgreSQL / pgbench', of: postgres, to: pgbench, wanted: 2 },
      { what: 'Clutch on PGlite / echo', of: pglite, to: echo, wanted: 0.2 },
    ],
  )
}

async function send(target: Target, path: string | null): Promise<number> {
  const load: Load = {
    url: target.url,
    path,
    tokens: target.tokens,
    seconds: SECONDS,
    connections: CONNECTIONS,
    items: Array.from({ length: ITEMS }, (_, index) => FIRST_ITEM_ID + index),
  }
  const { perSecond, failed } = await runToEnd<LoadResult>(pathOf('./load-process.ts'), load)
  if (failed > 0) throw new Error(`${failed} requests failed at ${target.url}`)
  return perSecond
}

function preparePgbench(cluster: PostgresCluster): void {
  for (const name of ['clutch', 'pgbench']) {
    execFileSync(join(cluster.binFolder, 'psql'), [`${cluster.url}/postgres`, '-qc', `create database ${name}`])
  }
  const prepare = ['-i', '-q', '-s', String(PGBENCH_SCALE), `${cluster.url}/pgbench`]
  execFileSync(join(cluster.binFolder, 'pgbench'), prepare, { stdio: 'ignore' })
}

function runPgbench(cluster: PostgresCluster): number {
  const args = ['-c', String(PGBENCH_CLIENTS), '-j', '2', '-T', String(SECONDS), `${cluster.url}/pgbench`]
  const output = execFileSync(join(cluster.binFolder, 'pgbench'), args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const tps = /tps = ([\d.]+)/.exec(output)?.[1]
  if (tps === undefined) throw new Error('pgbench told no figure')
  return Number(tps)
}
