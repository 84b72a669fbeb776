import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_SEC, SECOND_MS } from '@clutch/contract/formats'
import { sql, type Kysely } from 'kysely'
import { readManifest } from '../../apps/server/src/archive/archive-file.ts'
import { archiveMonths, restoreMonth } from '../../apps/server/src/archive/archive-months.ts'
import { readInventoryHistory } from '../../apps/server/src/areas/inventory/history-queries.ts'
import { browseLedger } from '../../apps/server/src/areas/ledger/browse-ledger.ts'
import { readLotHistory } from '../../apps/server/src/areas/marketplace/lot-history.ts'
import { readRecentTrades } from '../../apps/server/src/areas/marketplace/recent-trades.ts'
import { readEvents } from '../../apps/server/src/areas/events/read-events.ts'
import { AREAS } from '../../apps/server/src/server-areas.ts'
import type { Database } from '../../apps/server/src/store/database.ts'
import { readMonths, startOfMonthMs } from '../../apps/server/src/store/history-partitions.ts'
import { readFullMonths, thinMonth } from '../../apps/server/src/store/history-upkeep.ts'
import { openStore, type Store } from '../../apps/server/src/store/store.ts'
import { firstIdAt } from '../../apps/server/src/writer/writer-clock.ts'
import { makePack } from '../../apps/server/tests/support/make-pack.ts'
import { startPostgres } from '../../tools/postgres-cluster.ts'
import { pathOf, start } from './processes.ts'
import { AMPLE_STARTER, itemIds, sendOrders } from './send-orders.ts'
import { median } from './table.ts'

const ITEMS = 20
const ORDER_SECONDS = 20
const SOCKET_ORDERS_IN_FLIGHT = 2_048
const MONTHS = 24
/** Operations of the invented past, and how many players share them. */
const [OPERATIONS, PLAYERS] = [Number(process.env['HISTORY_OPERATIONS'] ?? 2_000_000), 20]
const PAGE = 50
const NEVER = new AbortController().signal
const READS = 40
const BYTES_PER_MB = 1_000_000

/** Measures how much the history grows per order, and pages of a long history in thinned months. */
export async function benchHistory(): Promise<void> {
  const cluster = await startPostgres({ max_wal_size: '4GB' })
  try {
    for (const name of ['orders', 'past']) cluster.ask('postgres', `create database ${name}`)
    await measureGrowth(`${cluster.url}/orders`)
    await measurePages(`${cluster.url}/past`)
  } finally {
    await cluster.stop()
  }
}

async function measureGrowth(databaseUrl: string): Promise<void> {
  const pack = makePack({ items: ITEMS, starterItems: ITEMS, ...AMPLE_STARTER })
  const server = await start<{ readonly url: string; readonly tokens: readonly string[] }>(
    pathOf('../../tools/load-server.ts'),
    { DATABASE_URL: databaseUrl, CONTENT_DIR: pack },
  )
  const load = { ...server.ready, seconds: ORDER_SECONDS, connections: SOCKET_ORDERS_IN_FLIGHT, items: itemIds(ITEMS) }
  await sendOrders('sockets', load)
  await server.stop()
  rmSync(pack, { recursive: true, force: true })
  const store = await openStore({ databaseUrl, dataDir: '' })
  const { rows } = await sql<{ orders: number }>`select count(*) as orders from command_outcome`.execute(store.db)
  const orders = Number(rows[0]?.orders)
  console.log(`\nMB per million orders, from ${orders.toLocaleString('en')} orders over sockets`)
  console.log(`  outcomes, for 7 days        ${perMillion(await sizeOf(store.db, 'command_outcome'), orders)}`)
  console.log(`  operations of a new month   ${perMillion(await sizeOf(store.db, 'operation'), orders)}`)
  for (const month of await readMonths(store.db)) await thinMonth(store, month, NEVER)
  console.log(`  operations of an old month  ${perMillion(await sizeOf(store.db, 'operation'), orders)}`)
  await printRelations(store.db, orders)
  await store.close()
}

async function sizeOf(db: Kysely<Database>, table: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select sum(pg_total_relation_size(relid))::bigint as bytes
    from pg_partition_tree(${table}) where isleaf`.execute(db)
  return rows[0]?.bytes ?? 0
}

async function printRelations(db: Kysely<Database>, orders: number): Promise<void> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_relation_size(pg_class.oid) as bytes from pg_class
    where relname like 'operation\\_%' and pg_relation_size(pg_class.oid) > 100000 order by bytes desc`.execute(db)
  for (const { name, bytes } of rows) console.log(`    ${name.padEnd(50)} ${perMillion(bytes, orders)}`)
}

function perMillion(bytes: number, orders: number): string {
  return (bytes / orders).toFixed(0).padStart(6)
}

async function measurePages(databaseUrl: string): Promise<void> {
  const store = await openStore({ databaseUrl, dataDir: '' })
  const nowMs = Date.now()
  await writePast(store.slowDb, nowMs)
  for (const month of await readFullMonths(store.db, nowMs)) await thinMonth(store, month, NEVER)
  const bytes = await sizeOf(store.db, 'operation')
  const each = OPERATIONS / PLAYERS
  console.log(
    `\nPages of a player with ${each.toLocaleString('en')} of ${OPERATIONS.toLocaleString('en')} operations over ${MONTHS} months (${Math.round(bytes / BYTES_PER_MB)} MB): median and slowest of ${READS}, in ms`,
  )
  const userId = firstIdAt(1)
  const page = { itemId: undefined, assets: 'all', limit: PAGE } as const
  const cursors = [undefined, ...[2, 12, MONTHS].map((months) => firstIdAt(startOfMonthMs(nowMs, 1 - months)))]
  for (const [index, lastUuid] of cursors.entries()) {
    const where = ['newest', '2 months back', '12 months back', 'oldest'][index] ?? ''
    await print(`history, ${where}`, () => readInventoryHistory({ store }, userId, { ...page, lastUuid }))
    await print(`history of an item, ${where}`, () =>
      readInventoryHistory({ store }, userId, { ...page, itemId: 7, lastUuid }),
    )
    const trades = { last_uuid: lastUuid, is_prev: false, limit: PAGE }
    await print(`trading history, ${where}`, () => readLotHistory({ store }, userId, trades))
    await print(`cancelled lots, ${where}`, () =>
      readLotHistory({ store }, userId, { ...trades, types: ['cancel_sell'] }),
    )
  }
  await print('recent trades of an item', () => readRecentTrades(store.db, 7))
  const ledger = { userId: undefined, item_id: 0, kind: '', from: 0, until: 0 }
  await print('ledger, newest', () => browseLedger(store.db, ledger, undefined))
  await print('ledger, 12 months back', () => browseLedger(store.db, ledger, cursors[2]))
  await print('1,000 events from the middle', () => readEvents(store.db, cursorAt(OPERATIONS / 2), 1_000))
  await measureArchive(store, nowMs)
  await store.close()
}

/** Archives the oldest month, and restores it. */
async function measureArchive(store: Store, nowMs: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-archive-'))
  const [, month] = await readMonths(store.db)
  if (month === undefined) throw new Error('There is no month')
  const options = { db: store.slowDb, areas: AREAS, folder, onStep: () => undefined }
  const startedMs = performance.now()
  await archiveMonths(options, month.untilMs, nowMs)
  const archivedMs = performance.now()
  const manifest = await readManifest(folder, month.name)
  const [rows, bytes] = [manifest?.rows ?? 0, manifest?.bytes ?? 0]
  await restoreMonth(options, month.name)
  console.log(
    `\nA month of ${rows.toLocaleString('en')} operations: archived in ${seconds(archivedMs - startedMs)} s, restored in ${seconds(performance.now() - archivedMs)} s, ${(bytes / rows).toFixed(0)} bytes per operation in its file`,
  )
  rmSync(folder, { recursive: true, force: true })
}

function seconds(ms: number): string {
  return (ms / SECOND_MS).toFixed(1)
}

/** A cursor of the event log. */
function cursorAt(position: number): string {
  return `${String(position).padStart(15, '0')}-000000000000`
}

/** Evenly spread over players and time, in the order of time. */
async function writePast(db: Kysely<Database>, nowMs: number): Promise<void> {
  const fromMs = startOfMonthMs(nowMs, 1 - MONTHS)
  await sql`select begin_months_at(${fromMs}::bigint)`.execute(db)
  await sql`insert into player (user_id, steam_id, name, lang, created_at_ms)
    select id_at(n), (76561190100000000 + n)::text, 'Player ' || n, 'en', 0 from generate_series(1, ${PLAYERS}::integer) as n`.execute(
    db,
  )
  const stepMs = Math.floor((nowMs - fromMs) / OPERATIONS)
  const stepDays = Math.ceil((DAY_SEC * SECOND_MS * MONTHS) / stepMs)
  for (let from = 0; from < OPERATIONS; from += stepDays) {
    await sql`insert into operation (user_id, operation_id, kind, entry_type, item_id, item_change, item_after, coin_change,
        coin_after, price, count, since_ms, cause_id)
      select id_at(1 + n % ${PLAYERS}::bigint), id_at(${fromMs}::bigint + n * ${stepMs}::bigint), 7,
        case when n % 5000 = 0 then 0 else 2 + n / ${PLAYERS}::bigint % 4 end, n / 7 % 500, 2, 50, 2, 50, 100 + n % 40, 2, 0,
        id_at(${fromMs}::bigint + n * ${stepMs}::bigint - 1)
      from generate_series(${from}::bigint, ${Math.min(OPERATIONS, from + stepDays) - 1}::bigint) as n`.execute(db)
  }
  await sql`analyze`.execute(db)
}

async function print(what: string, read: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let index = 0; index < READS; index += 1) {
    const startedMs = performance.now()
    await read()
    times.push(performance.now() - startedMs)
  }
  console.log(`  ${what.padEnd(40)} ${median(times).toFixed(1).padStart(6)}, ${Math.max(...times).toFixed(1)}`)
}
