import { rmSync } from 'node:fs'
import { loadContentPack } from '@clutch/content'
import { afterAll, describe, expect, it } from 'vitest'
import { toCatalogue } from '../../src/content/to-catalogue.ts'
import { KEPT_TABLES } from '../../src/demo/begin-demo.ts'
import { writeDemoHistory } from '../../src/demo/demo-history.ts'
import { digestTable, listTables, type TableDigest } from '../../src/backup/table-copy.ts'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import type { Store } from '../../src/store/store.ts'
import { makePack } from '../support/make-pack.ts'
import { createTestStore, STORE_KINDS, type StoreKind } from '../support/stores.ts'

const NOW_MS = 1_795_000_000_000
const DAY_MS = 24 * 60 * 60 * 1_000
const STEPS = 5_000
const folder = makePack({ items: 6, starterCoins: 1_000, starterCount: 5, production: true })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Generates a short history, optionally after others that died half-way, passes the store to the caller, and deletes
 * it.
 */
async function live<Seen>(
  kind: StoreKind,
  seed: string,
  look: (store: Store) => Promise<Seen>,
  deaths = 0,
): Promise<Seen> {
  const loaded = await loadContentPack(folder)
  if (!loaded.ok) throw new Error('The pack is broken')
  const testStore = await createTestStore(kind)
  const store = await testStore.open()
  const { pack } = loaded
  const options = { store, areas: AREAS, pack, catalogue: toCatalogue(pack), seed, nowMs: NOW_MS, steps: STEPS }
  for (let death = 0; death < deaths; death += 1) {
    await expect(writeDemoHistory({ ...options, onProgress: dieHalfWay })).rejects.toThrow('died')
  }
  const progress: number[] = []
  await writeDemoHistory({ ...options, onProgress: (done) => progress.push(done) })
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  const seen = await look(store)
  await store.close()
  await testStore.remove()
  return seen
}

function dieHalfWay(done: number): void {
  if (done > 0.5) throw new Error('died')
}

/** Digest of every table by name, except for the lease, whose epoch counts how often the world was opened. */
async function digestTables({ db }: Store): Promise<Record<string, TableDigest>> {
  const digests: Record<string, TableDigest> = {}
  for (const table of await listTables(db)) {
    if (table.name !== 'writer_state') digests[table.name] = await digestTable(db, table)
  }
  return digests
}

/** Every trade and cancellation in order, without the random ids. */
async function readDecisions({ db }: Store): Promise<string[]> {
  const columns = ['user_id', 'item_id', 'entry_type', 'price', 'count'] as const
  const rows = await db
    .selectFrom('operation')
    .select(columns)
    .where('entry_type', 'is not', null)
    .orderBy('operation_id')
    .execute()
  return rows.map((row) => columns.map((column) => row[column]).join(' '))
}

/** Tables that hold what players and traders did: a demo world begins with all of them empty. */
const EMPTIED_TABLES =
  `account_deletion archived_change archived_salaries archived_trade awaited_player balance call_outcome chat_message chat_read_mark chat_report chat_slow_mode
  chat_time_out command_outcome compensation_change compensation_grant compensation_run counted_player data_export
  data_export_chunk demo_state due_work economy_day economy_flow_day economy_halt economy_supply_day energised
  exchange exchange_leg exchange_step friendship harvest_experience harvest_group harvest_history harvest_setting
  history_archive item_freeze item_total job job_history last_trade logged_event lot notification notification_mark operation
  operation_item outbox pair_hour platform_lock player player_activity player_key player_key_use player_name_part
  portfolio_day price_alert price_bucket referral rent_pool rental roulette_seat roulette_seed roulette_spin
  server_key_grant server_transaction session social_invite_times task trade trading_freeze used_once watched_item
  wealth_activity wealth_class wealth_counted_until webhook webhook_delivery`.split(/\s+/)

it('a demo world empties a fixed list of tables and no other', async () => {
  const testStore = await createTestStore('postgres')
  const store = await testStore.open()
  const names = (await listTables(store.db)).map(({ name }) => name)
  await store.close()
  await testStore.remove()
  expect(names.filter((name) => !KEPT_TABLES.includes(name))).toEqual(EMPTIED_TABLES.toSorted())
})

describe('a demo history', () => {
  it.each(STORE_KINDS)('passes the integrity check on %s and leaves a living market', async (kind) => {
    const seen = await live(kind, 'seed', async ({ db }) => ({
      findings: await checkIntegrity(db, AREAS),
      records: await db
        .selectFrom('operation')
        .select(['entry_type as type', 'since_ms as lot_created_at_ms'])
        .where('entry_type', 'is not', null)
        .execute(),
      lots: await db.selectFrom('lot').select(['item_id', 'created_at_ms']).execute(),
      buckets: await db.selectFrom('price_bucket').select('start_sec').where('span', '=', 1).execute(),
      crafts: await db.selectFrom('job_history').select('recipe_id').execute(),
      state: await db.selectFrom('demo_state').select('is_complete').executeTakeFirst(),
    }))
    expect(seen.findings).toEqual([])
    expect(seen.state).toEqual({ is_complete: true })
    expect(seen.crafts.length).toBeGreaterThan(STEPS / 500)
    expect(seen.records.length).toBeGreaterThan(STEPS / 5)
    expect(new Set(seen.records.map(({ type }) => type)).size).toBe(6)
    expect(new Set(seen.lots.map(({ item_id }) => item_id)).size).toBe(6)
    expect(Math.max(...seen.lots.map(({ created_at_ms }) => created_at_ms))).toBeLessThanOrEqual(NOW_MS)
    expect(new Set(seen.buckets.map(({ start_sec }) => start_sec)).size).toBeGreaterThan(60)
    expect(Math.min(...seen.buckets.map(({ start_sec }) => start_sec * 1_000))).toBeGreaterThan(NOW_MS - 92 * DAY_MS)
  })

  it('is the same for the same seed on either store, and differs for another seed', async () => {
    const first = await live('pglite', 'seed', readDecisions)
    expect(await live('postgres', 'seed', readDecisions)).toEqual(first)
    expect(await live('pglite', 'other', readDecisions)).not.toEqual(first)
  })

  it.each(STORE_KINDS)('leaves nothing on %s of a run that died half-way', async (kind) => {
    const look = async (store: Store) => ({
      tables: await digestTables(store),
      findings: await checkIntegrity(store.db, AREAS),
    })
    const undisturbed = await live(kind, 'seed', look)
    expect(await live(kind, 'seed', look, 1)).toEqual(undisturbed)
    expect(undisturbed.findings).toEqual([])
  })
})
