import { rmSync } from 'node:fs'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { createLogger } from '../src/logger.ts'
import { AREAS } from '../src/server-areas.ts'
import { startServer, type RunningServer } from '../src/start-server.ts'
import { auditStore } from '../src/store/audit.ts'
import * as economy from '../src/store/migrations/0001-economy.ts'
import * as histories from '../src/store/migrations/0003-histories-and-notices.ts'
import * as production from '../src/store/migrations/0004-production.ts'
import * as operations from '../src/store/migrations/0005-operations.ts'
import * as costBases from '../src/store/migrations/0006-cost-bases.ts'
import type { Database } from '../src/store/database.ts'
import { afterTrade, asCoins, asQuantity, NO_TRADES, rngFromText } from '@clutch/economy'
import { firstIdAt } from '../src/writer/writer-clock.ts'
import { makePack } from './support/make-pack.ts'
import {
  emptySchema,
  LEFT_AT_MS,
  putOlderWorld,
  readAnswers,
  type Answered,
  type Answers,
} from './support/older-world.ts'
import { createTestStore, STORE_KINDS, type TestStore } from './support/stores.ts'

/**
 * Responses that have changed by design: the admin panel, coins and further causes in the history, times of jobs
 * rounded up, positions in the queue, and the paths of pictures.
 */
const TOLD_OTHERWISE: ReadonlySet<string> = new Set([
  'fee',
  'admin_path',
  'start_at',
  'end_at',
  'energised_until',
  'ahead_count',
  'receipt_icon_url',
  'coins',
  'cause',
])
const TOKEN_LIFE_SEC = 600
const NO_LIMIT = 1_000_000

function withoutToldOtherwise(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer, (key, value: unknown) => (TOLD_OTHERWISE.has(key) ? undefined : value)))
}

describe.each(STORE_KINDS)('a world that an older version left behind, on %s', (kind) => {
  let testStore: TestStore
  let server: RunningServer
  let before: Answers
  const pack = makePack({ items: 6, starterCoins: 1_000, starterCount: 5, production: true, feeBasisPoints: 250 })

  beforeAll(async () => {
    before = readAnswers()
    testStore = await createTestStore(kind)
    await putOlderWorld(testStore)
    const read = readConfig({ PORT: '0', DEMO: 'off', CONTENT_DIR: pack, ...testStore.environment })
    if (!read.ok) throw new Error(read.problems.join('\n'))
    // Frozen at that time; otherwise all running work would have ended long ago.
    const nowMs = (): number => LEFT_AT_MS
    server = await startServer({ config: read.config, log: createLogger('silent'), rateLimitFactor: NO_LIMIT, nowMs })
  })

  afterAll(async () => {
    await server.close()
    await testStore.remove()
    rmSync(pack, { recursive: true, force: true })
  })

  async function call(userId: string, [name, body]: Answered): Promise<unknown> {
    const { accessTokens, sessions } = server.context
    const { sessionId } = await sessions.open(userId)
    const token = await accessTokens.issue({ userId, sessionId, roles: ['player'] }, TOKEN_LIFE_SEC)
    const [method = '', path = ''] = name.split(' ')
    const response = await fetch(`${server.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === null ? {} : { 'content-type': 'application/json' }) },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    })
    return response.json()
  }

  it('keeps every balance, lot, queue and history as players read them', async () => {
    expect(Object.keys(before.players).length).toBeGreaterThan(10)
    for (const [userId, answered] of Object.entries(before.players)) {
      for (const one of answered) {
        const [name, body, previous] = one
        // The older version listed only operations that changed items.
        const asked = name === 'POST /inventory/history' ? { ...Object(body), assets: 'items' } : body
        const answer = await call(userId, [name, asked, previous])
        expect({ call: one[0], body: one[1], answer: withoutToldOtherwise(answer) }).toEqual({
          call: one[0],
          body: one[1],
          answer: withoutToldOtherwise(one[2]),
        })
      }
    }
  })

  it('keeps every chart', async () => {
    const [userId = ''] = Object.keys(before.players)
    expect(before.market.length).toBeGreaterThan(5)
    for (const one of before.market) {
      // The older version did not store price ranges.
      const sides = Object.entries(one[2] as Record<string, readonly object[]>)
      const charts = sides.map(([side, buckets]) => [
        side,
        buckets.map((bucket) => ({ ...bucket, low_price: null, high_price: null })),
      ])
      expect(await call(userId, one)).toEqual(Object.fromEntries(charts))
    }
  })

  it('passes the integrity check', async () => {
    expect(await auditStore(server.context.store.db, AREAS)).toEqual([])
  })
})

describe.each(STORE_KINDS)('a store without profits, on %s', (kind) => {
  it('is upgraded with the sums of all its trades', async () => {
    const testStore = await createTestStore(kind)
    const store = await testStore.open()
    const db: Kysely<Database> = store.db
    await emptySchema(db)
    await economy.up(db as Kysely<unknown> & typeof db)
    const [anna, boris] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002']
    const ids = ['01890000-0000-7000-8000-00000000000a', '01890000-0000-7000-8000-00000000000b']
    await sql`insert into market_record (user_id, record_id, item_id, type, price, count, lot_created_at_ms) values
      (${anna}, ${ids[0]}, 7, 5, 33, 5, 0), (${anna}, ${ids[1]}, 7, 2, 40, 2, 0), (${boris}, ${ids[0]}, 7, 0, 33, 5, 0)`.execute(
      db,
    )
    await sql`insert into ledger_line (user_id, operation_id, asset, kind, change, balance_after) values
      (${anna}, ${ids[0]}, 0, 7, -165, 0), (${anna}, ${ids[1]}, 0, 8, 78, 78)`.execute(db)
    await histories.up(db as Kysely<unknown> & typeof db)
    expect(await db.selectFrom('item_total').selectAll().execute()).toEqual([
      { user_id: anna, item_id: 7, bought_count: 5, bought_total: 165, sold_count: 2, sold_total: 78 },
    ])
    await store.close()
    await testStore.remove()
  })
})

describe.each(STORE_KINDS)('a store without cost bases, on %s', (kind) => {
  it('is upgraded with those of all its trades, in their order', async () => {
    const testStore = await createTestStore(kind)
    const store = await testStore.open()
    const db = store.db as Kysely<Database> & Kysely<unknown>
    await emptySchema(db)
    for (const step of [economy, histories, production, operations]) await step.up(db)
    const rng = rngFromText(`cost-bases/${kind}`)
    const [anna, boris] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002']
    const expected: object[] = []
    for (const [user_id, item_id] of [
      [anna, 7],
      [anna, 8],
      [boris, 7],
    ] as const) {
      let basis = NO_TRADES
      for (let at = 1; at <= 40; at += 1) {
        const [count, price] = [1 + rng.below(9), rng.below(10) === 0 ? 1e12 + rng.below(1_000) : 1 + rng.below(500)]
        const recordType = rng.below(2) === 0 ? 'buy_manual' : 'sell_auto'
        const isSale = recordType === 'sell_auto'
        const total = isSale ? count * price - Math.floor((count * price) / 40) : count * price
        // Rows are stored in a different order from their trades.
        const operation_id = firstIdAt(1_700_000_000_000 + ((at * 17) % 41) * 1_000 + item_id)
        await sql`insert into operation (user_id, operation_id, kind, entry_type, item_id, coin_change, price, count, since_ms)
          values (${user_id}, ${operation_id}, 8, ${isSale ? 2 : 5}, ${item_id}, ${isSale ? total : -total}, ${price}, ${count}, ${total})`.execute(
          db,
        )
      }
      const rows = await sql<{ entry_type: number; count: number; since_ms: number }>`select entry_type, count, since_ms
        from operation where user_id = ${user_id} and item_id = ${item_id} order by operation_id`.execute(db)
      for (const { entry_type, count, since_ms } of rows.rows) {
        const recordType = entry_type === 2 ? 'sell_auto' : 'buy_manual'
        basis = afterTrade(basis, { recordType, count: asQuantity(count), total: asCoins(since_ms) })
      }
      expect(basis.realisedProfit).not.toBe(0)
      await sql`insert into item_total values (${user_id}, ${item_id}, 0, 0, 0, 0)`.execute(db)
      const { heldCount: held_count, heldCost: held_cost } = basis
      expected.push({
        user_id,
        item_id,
        held_count,
        held_cost,
        realised_profit: basis.realisedProfit,
        other_proceeds: basis.otherProceeds,
      })
    }
    await costBases.up(db)
    const kept = await sql`select user_id, item_id, held_count, held_cost, realised_profit, other_proceeds
      from item_total order by user_id, item_id`.execute(db)
    expect(kept.rows).toEqual(expected)
    await store.close()
    await testStore.remove()
  })
})

describe.each(STORE_KINDS)('a store that a newer version has changed, on %s', (kind) => {
  it('is left unchanged, with an error that says what to do', async () => {
    const testStore = await createTestStore(kind)
    const store = await testStore.open()
    await sql`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', 'tomorrow')`.execute(store.db)
    await store.close()
    await expect(testStore.open()).rejects.toThrow('A newer version of Clutch has changed this database')
    await testStore.remove()
  })
})

describe.each(STORE_KINDS)("a store's own maintenance on %s", (kind) => {
  it('does little where tables grow or are emptied with every order', async () => {
    const testStore = await createTestStore(kind)
    const store = await testStore.open()
    const readMuch = await sql`select attrelid::regclass, attname from pg_attribute
      where attrelid = any(array['command_outcome', 'operation', 'notification']::regclass[])
        and attnum > 0 and not attisdropped and attstattarget is distinct from 10`.execute(store.db)
    expect(readMuch.rows).toEqual([])
    const message = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ kind: 'lot', id, price: 7, count: 1 })))
    await sql`insert into outbox (message_id, message) values (1, ${message}::json)`.execute(store.db)
    const kept = await sql<{ text: string; bytes: number }>`select message::text as text,
      pg_column_size(message) as bytes from outbox`.execute(store.db)
    expect(kept.rows[0]?.text).toBe(message)
    // The embedded database has no lz4.
    expect((kept.rows[0]?.bytes ?? 0) < message.length / 3).toBe(kind === 'postgres')
    await store.close()
    await testStore.remove()
  })
})
