import { DAY_MS, HOUR_MS } from '@clutch/contract/formats'
import type { CommandType, UserId } from '@clutch/economy'
import { HERB, MEADOW, ORE, SICKLE, userNumber } from '@clutch/economy/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readEvents, type Event } from '../../src/areas/events/read-events.ts'
import { readCountChart } from '../../src/areas/inventory/count-chart.ts'
import { readInventoryHistory } from '../../src/areas/inventory/history-queries.ts'
import { browseLedger, readWholeOperation } from '../../src/areas/ledger/browse-ledger.ts'
import { readLotHistory } from '../../src/areas/marketplace/lot-history.ts'
import { readRecentTrades } from '../../src/areas/marketplace/recent-trades.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { AREAS } from '../../src/server-areas.ts'
import type { OperationTable } from '../../src/store/database.ts'
import { startOfMonthMs } from '../../src/store/history-partitions.ts'
import { readFullMonths, thinMonth } from '../../src/store/history-upkeep.ts'
import type { Store } from '../../src/store/store.ts'
import { timeOfIdMs } from '../../src/writer/writer-clock.ts'
import type { CommandOf } from '../../src/writer/submission.ts'
import type { Writer } from '../../src/writer/writer.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'
import { startTestWriter } from '../support/test-writer.ts'

const [ANNA, BORIS] = [userNumber(1), userNumber(2)]
const MONTHS = 14
const START_MS = startOfMonthMs(Date.now(), 2) + 20 * DAY_MS
const DAYS_OF_OUTCOMES = 8
const PAGE = 3
/** Runs in the sample game's meadow take two minutes. */
const MEADOW_MS = 120_000

const monthOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 7).replace('-', '_')

describe.each(STORE_KINDS)('the history on %s', (kind) => {
  let testStore: TestStore
  let store: Store
  let writer: Writer
  let nowMs = START_MS
  let keys = 0

  const startWriter = async (): Promise<void> => {
    ;({ writer } = await startTestWriter({ store, nowMs: () => nowMs }))
  }

  async function run<Type extends CommandType>(command: CommandOf<Type>, actorId: UserId) {
    keys += 1
    const idempotency = { ownerId: actorId, key: `key ${keys}`, requestHash: '' }
    const outcome = await writer.submit<Type>({ command, actorId, idempotency })
    if (!outcome.ok) throw new Error(`Rejected: ${outcome.error.code}`)
    return outcome.value
  }

  const grant = (userId: UserId, items: readonly (typeof ORE)[], coins = 1_000) =>
    run<'grant'>(
      { type: 'grant', userId, kind: 'quest_drop', coins, items: items.map((itemId) => ({ itemId, count: 50 })) },
      userId,
    )

  const order = (userId: UserId, side: 'buy' | 'sell', count: number, mode: 'rest' | 'now' = 'rest') =>
    run<'place_lot'>(
      {
        type: 'place_lot',
        userId,
        side,
        itemId: ORE,
        price: 7,
        count,
        mode,
        preferred: { currency: 'coin', price: 7 },
      },
      userId,
    )

  beforeEach(async () => {
    nowMs = START_MS
    testStore = await createTestStore(kind)
    store = await testStore.open()
    await startWriter()
    for (const [userId, name] of [
      [ANNA, 'Anna'],
      [BORIS, 'Boris'],
    ] as const)
      await run({ type: 'register_player', userId, steamId: name, name, isNameConfirmed: true, language: 'en' }, userId)
  })
  afterEach(async () => {
    await writer.stop()
    await store.close()
    await testStore.remove()
  })

  /** A month in which both players trade. */
  async function trade(): Promise<void> {
    await grant(ANNA, [ORE, HERB])
    await grant(BORIS, [HERB])
    await order(ANNA, 'sell', 9)
    await order(BORIS, 'buy', 4)
    await order(BORIS, 'buy', 5)
    await order(BORIS, 'buy', 2)
  }

  it('stores each operation in its month, also scheduled work of months in which no server ran', async () => {
    for (let month = 0; month < MONTHS; month += 1) {
      await trade()
      nowMs = startOfMonthMs(nowMs, 1) + 5 * DAY_MS
    }
    await grant(ANNA, [SICKLE, ORE, HERB])
    const slots = [SICKLE, ORE].map((itemId) => [{ itemId, limit: 0, priority: 0, max: 0 }])
    await run({ type: 'set_harvest', userId: ANNA, recipeId: MEADOW, enabled: true, maxParallel: 1, slots }, ANNA)
    nowMs = startOfMonthMs(nowMs, 1) - 5 * MEADOW_MS
    await grant(ANNA, [SICKLE, ORE, HERB])
    await writer.stop()
    nowMs = startOfMonthMs(nowMs, 4)
    await startWriter()
    await grant(BORIS, [ORE])
    const { rows } = await sql<{ id: string; partition: string }>`
      select operation_id as id, tableoid::regclass::text as partition from operation
      union all select operation_id, replace(tableoid::regclass::text, '_item', '') from operation_item`.execute(
      store.db,
    )
    expect(rows.length).toBeGreaterThan(MONTHS * 10)
    for (const { id, partition } of rows) expect(partition).toBe(`operation_${monthOf(timeOfIdMs(id))}`)
    expect(new Set(rows.map(({ partition }) => partition)).size).toBeGreaterThan(MONTHS)
    expect(await checkIntegrity(store.db, AREAS)).toEqual([])
  })

  it('drops outcomes after a week, and repeats those that it has', async () => {
    const repeated = { ownerId: ANNA, key: 'repeated', requestHash: 'hash' }
    const command = { type: 'grant', userId: ANNA, kind: 'quest_drop', coins: 5, items: [] } as const
    const submit = () => writer.submit<'grant'>({ command, actorId: ANNA, idempotency: repeated })
    const first = await submit()
    for (let day = 0; day < 6; day += 1) {
      nowMs += DAY_MS
      await grant(BORIS, [])
    }
    // Without the outcomes that the writer has in memory.
    await writer.stop()
    await startWriter()
    expect(await submit()).toEqual(first)
    for (let day = 0; day < 6; day += 1) {
      nowMs += DAY_MS + HOUR_MS
      await grant(BORIS, [])
    }
    const { rows } = await sql<{ days: number; oldest: number }>`select count(distinct tableoid)::integer as days,
      min(at_ms) as oldest from command_outcome`.execute(store.db)
    expect(rows[0]?.days).toBeLessThanOrEqual(DAYS_OF_OUTCOMES)
    expect(rows[0]?.oldest).toBeGreaterThan(nowMs - DAYS_OF_OUTCOMES * DAY_MS)
    await writer.stop()
    await startWriter()
    expect(await submit()).not.toEqual(first)
  })

  it('reads the same from thinned months as from full ones', async () => {
    for (let month = 0; month < MONTHS; month += 1) {
      await trade()
      nowMs = startOfMonthMs(nowMs, 1) + 5 * DAY_MS
    }
    const before = await readAll()
    const full = await readFullMonths(store.db, nowMs)
    for (const month of full) await thinMonth(store, month)
    expect(full.length).toBeGreaterThanOrEqual(MONTHS - 2)
    expect(await readFullMonths(store.db, nowMs)).toEqual([])
    const { rows: indexes } = await sql<{ name: string }>`select indexrelid::regclass::text as name from pg_index
      where indrelid = ${`operation_${monthOf(START_MS)}`}::regclass`.execute(store.db)
    expect(indexes.map(({ name }) => name)).not.toContainEqual(expect.stringMatching(/_by_(cause|id)$/))
    expect(await readAll()).toEqual(before)
    expect(await checkIntegrity(store.db, AREAS)).toEqual([])
    // Rows that come late have a place.
    await sql`insert into operation (user_id, operation_id, kind, coin_change, coin_after)
      values (${ANNA}, id_at(${START_MS}::bigint), 1, 0, 0)`.execute(store.db)
  })

  /** What players and operators can read, compared with all rows. */
  async function readAll() {
    const { db } = store
    const operations = await db.selectFrom('operation').selectAll().orderBy('operation_id', 'desc').execute()
    const ofAnna = operations.filter(({ user_id }) => user_id === ANNA)
    const history = await readPages((lastUuid) =>
      readInventoryHistory({ store }, ANNA, { lastUuid, itemId: undefined, assets: 'all', limit: PAGE }),
    )
    expect(history.map(({ uuid }) => uuid)).toEqual(ofAnna.map(({ operation_id }) => operation_id))
    const ofHerb = await readPages((lastUuid) =>
      readInventoryHistory({ store }, ANNA, { lastUuid, itemId: HERB, assets: 'all', limit: PAGE }),
    )
    expect(ofHerb.map(({ uuid }) => uuid)).toEqual(idsOf(ofAnna, HERB))
    const trades = await readPages((last_uuid) =>
      readLotHistory({ store }, BORIS, { last_uuid, is_prev: false, limit: PAGE }),
    )
    const entriesOfBoris = operations.filter(({ user_id, entry_type }) => user_id === BORIS && entry_type !== null)
    expect(trades.map(({ uuid }) => uuid)).toEqual(entriesOfBoris.map(({ operation_id }) => operation_id))
    const [ledger, events] = [[] as string[], [] as Event[]]
    const filter = { userId: undefined, item_id: ORE, kind: '', from: 0, until: 0 }
    for (let last: string | null | undefined; last !== null;) {
      const page = await browseLedger(db, filter, last)
      ledger.push(...page.response.map(({ id }) => id))
      last = page.next
    }
    expect(ledger).toEqual(idsOf(operations, ORE))
    for (;;) {
      const page = await readEvents(db, events.at(-1)?.id, PAGE)
      if (page.length === 0) break
      events.push(...page)
    }
    expect(events.filter(({ type }) => type === 'operation.posted')).toHaveLength(operations.length)
    const sold = operations.filter(({ entry_type }) => entry_type === 2)
    expect(events.filter(({ type }) => type === 'trade.executed')).toHaveLength(sold.length)
    const whole = await Promise.all(sold.map(({ operation_id }) => readWholeOperation(db, operation_id)))
    expect(whole.every((each) => each?.other_side?.user_uuid === BORIS)).toBe(true)
    const chart = { item_id: ORE, start_date: START_MS / 1_000, end_date: nowMs / 1_000, interval: 'month' } as const
    return {
      history,
      ofHerb,
      trades,
      ledger,
      events,
      whole,
      recent: await readRecentTrades(db, ORE),
      chart: await readCountChart({ store }, ANNA, chart),
    }
  }
})

/** Operations that changed an item or whose entry names it. */
function idsOf(operations: readonly OperationTable[], itemId: number): string[] {
  return operations
    .filter(({ item_id, more }) => item_id === itemId || (more ?? []).some(([id]) => id === itemId))
    .map(({ operation_id }) => operation_id)
}

async function readPages<Entry extends { readonly uuid: string }>(
  read: (lastUuid: string | undefined) => Promise<readonly Entry[]>,
): Promise<Entry[]> {
  const all: Entry[] = []
  for (;;) {
    const page = await read(all.at(-1)?.uuid)
    all.push(...page)
    if (page.length < PAGE) return all
  }
}
