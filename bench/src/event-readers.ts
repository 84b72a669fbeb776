import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServerKey } from '../../apps/server/src/areas/server-keys/manage-keys.ts'
import { openStore } from '../../apps/server/src/store/store.ts'
import { makePack } from '../../apps/server/tests/support/make-pack.ts'
import { startPostgres } from '../../tools/postgres-cluster.ts'
import { pathOf, start } from './processes.ts'
import { AMPLE_STARTER, itemIds, sendOrders } from './send-orders.ts'
import { printFigures, type Figure } from './table.ts'

/** An even number: which of the two is measured first alternates. */
const ROUNDS = 4
const SECONDS = 6
const CONNECTIONS = 512
const ITEMS = 20

export interface ReaderInput {
  readonly url: string
  readonly secret: string
  /** Cursor of the events that were read; empty for none. */
  readonly after: string
}

/** What the readers got during a load. */
export interface ReaderCounts {
  readonly read: number
  readonly received: number
  readonly next: string
}

interface Target {
  readonly url: string
  readonly tokens: readonly string[]
  readonly secret: string
}

/** Orders per second with a reader of the event log and one webhook, against those without. */
export async function benchEventReaders(): Promise<void> {
  const pack = makePack({ items: ITEMS, starterItems: ITEMS, ...AMPLE_STARTER })
  const folder = mkdtempSync(join(tmpdir(), 'clutch-bench-'))
  const stops: (() => Promise<void>)[] = []
  try {
    const cluster = await startPostgres({ max_wal_size: '4GB' })
    stops.push(() => cluster.stop())
    const databases = { PostgreSQL: `${cluster.url}/postgres`, 'the embedded database': undefined }
    for (const [name, databaseUrl] of Object.entries(databases)) {
      const secret = await createKey(databaseUrl, folder)
      const environment = { DATABASE_URL: databaseUrl ?? '', DATA_DIR: folder, CONTENT_DIR: pack }
      const server = await start<Omit<Target, 'secret'>>(pathOf('../../tools/load-server.ts'), environment)
      await compare(name, { ...server.ready, secret })
      await server.stop()
    }
  } finally {
    for (const stop of stops.toReversed()) await stop()
    for (const path of [folder, pack]) rmSync(path, { recursive: true, force: true })
  }
}

async function compare(name: string, target: Target): Promise<void> {
  const without: number[] = []
  const withReaders: number[] = []
  const counts = { read: 0, received: 0 }
  let after = ''
  await send(target)
  const measureWith = async (): Promise<void> => {
    const readers = await start(pathOf('./event-readers-process.ts'), {}, { ...target, tokens: undefined, after })
    withReaders.push(await send(target))
    const ended = readers.next<ReaderCounts>()
    await readers.stop()
    const { read, received, next } = await ended
    after = next
    counts.read += read
    counts.received += received
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % 2 === 0) without.push(await send(target))
    await measureWith()
    if (round % 2 === 1) without.push(await send(target))
  }
  const plain: Figure = { what: 'without readers', perSecond: without }
  const read: Figure = { what: 'with a reader and a webhook', perSecond: withReaders }
  const ratio = { what: 'with / without', of: read, to: plain, target: 0.95 }
  printFigures(`Orders over HTTP on ${name}`, [plain, read], [ratio])
  console.log(`  events per second: ${perSecond(counts.read)} read, ${perSecond(counts.received)} delivered`)
}

function perSecond(count: number): string {
  return Math.round(count / (ROUNDS * SECONDS)).toLocaleString('en')
}

async function send({ url, tokens }: Target): Promise<number> {
  const items = itemIds(ITEMS)
  return (await sendOrders('http', { url, tokens, seconds: SECONDS, connections: CONNECTIONS, items })).perSecond
}

async function createKey(databaseUrl: string | undefined, dataDir: string): Promise<string> {
  const store = await openStore({ databaseUrl, dataDir })
  const terms = { name: 'bench', networks: [], expires_at: null, test: false }
  const ceilings = { coins: null, units_per_item: null }
  const key = { ...terms, ceilings, scopes: ['events:read' as const, 'webhooks:write' as const] }
  const { secret } = await createServerKey(store.db, key, 'bench')
  await store.close()
  return secret
}
