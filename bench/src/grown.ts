import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makePack } from '../../apps/server/tests/support/make-pack.ts'
import { startPostgres } from '../../tools/postgres-cluster.ts'
import { GROWN, growWorld } from './grown-world.ts'
import { pathOf, start, type Started } from './processes.ts'
import { AMPLE_STARTER, itemIds, sendOrders } from './send-orders.ts'
import { printFigures, type Figure } from './table.ts'

const ROUNDS = 3
const WARM_UP_ROUNDS = 1
const SECONDS = 6
const CONNECTIONS = 2_048
const ITEMS = 20
const KIB_PER_MIB = 1_024

interface Target {
  readonly url: string
  readonly tokens: readonly string[]
}

/** Compares orders in a large, old world with orders in a new one, alternately. */
export async function benchGrownWorld(): Promise<void> {
  const pack = makePack({ items: ITEMS, starterItems: ITEMS, ...AMPLE_STARTER })
  const stops: (() => Promise<void>)[] = []
  try {
    const cluster = await startPostgres({ max_wal_size: '4GB' })
    stops.push(() => cluster.stop())
    const psql = join(cluster.binFolder, 'psql')
    const open = async (name: string, grow: boolean): Promise<Started<Target>> => {
      cluster.ask('postgres', `create database ${name}`)
      const environment = { DATABASE_URL: `${cluster.url}/${name}`, CONTENT_DIR: pack }
      const server = pathOf('../../tools/load-server.ts')
      if (grow) {
        // The first start creates the tables.
        await (await start<Target>(server, environment)).stop()
        growWorld(psql, environment.DATABASE_URL, itemIds(ITEMS))
      }
      const started = await start<Target>(server, environment)
      stops.push(() => started.stop())
      return started
    }
    const fresh = await open('fresh', false)
    const grown = await open('grown', true)
    const rounds = { fresh: [] as number[], grown: [] as number[] }
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      const measured = { fresh: await send(fresh.ready), grown: await send(grown.ready) }
      if (round < 0) continue
      rounds.fresh.push(measured.fresh)
      rounds.grown.push(measured.grown)
    }
    print(rounds.fresh, rounds.grown)
    console.log(`  server memory: ${memoryMib(fresh.pid)} MiB new, ${memoryMib(grown.pid)} MiB grown`)
  } finally {
    for (const stop of stops.toReversed()) await stop()
    rmSync(pack, { recursive: true, force: true })
  }
}

function print(freshPerSecond: readonly number[], grownPerSecond: readonly number[]): void {
  const fresh: Figure = { what: 'a new world, over sockets', perSecond: freshPerSecond }
  const grown: Figure = { what: 'a grown world, over sockets', perSecond: grownPerSecond }
  const { players, lots, operations } = GROWN
  printFigures(
    `Orders with ${players.toLocaleString('en')} players, ${lots.toLocaleString('en')} lots, ${operations.toLocaleString('en')} operations`,
    [fresh, grown],
    [{ what: 'grown / new', of: grown, to: fresh, target: 0.9 }],
  )
}

async function send({ url, tokens }: Target): Promise<number> {
  const orders = { url, tokens, seconds: SECONDS, connections: CONNECTIONS, items: itemIds(ITEMS) }
  return (await sendOrders('sockets', orders)).perSecond
}

function memoryMib(pid: number): number {
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kib) / KIB_PER_MIB)
}
