import { DAY_MS, HOUR_MS } from '@clutch/contract/formats'
import { HERB, MEADOW, ORE, SICKLE } from '@clutch/economy/testing'
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
import { readMonths, startOfMonthMs } from '../../src/store/history-partitions.ts'
import { readFullMonths, thinMonth } from '../../src/store/history-upkeep.ts'
import type { Store } from '../../src/store/store.ts'
import { timeOfIdMs } from '../../src/writer/writer-clock.ts'
import { STORE_KINDS } from '../support/stores.ts'
import { ANNA, BORIS, START_MS, startTradingWorld, type TradingWorld } from '../support/trading-months.ts'

const MONTHS = 14
const NEVER = new AbortController().signal
const DAYS_OF_OUTCOMES = 8
const PAGE = 3
/** Runs in the sample game's meadow take two minutes. */
const MEADOW_MS = 120_000

const monthOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 7).replace('-', '_')

describe.each(STORE_KINDS)('the history on %s', (kind) => {
  let world: TradingWorld
  let store: Store

  beforeEach(async () => {
    world = await startTradingWorld(kind)
    store = world.store
  })
  afterEach(() => world.remove())

  it('stores each operation in its month, also scheduled work of months in which no server ran', async () => {
    for (let month = 0; month < MONTHS; month += 1) await world.tradeForAMonth()
    await world.grant(ANNA, [SICKLE, ORE, HERB])
    const slots = [SICKLE, ORE].map((itemId) => [{ itemId, limit: 0, priority: 0, max: 0 }])
    await world.run<'set_harvest'>({
      type: 'set_harvest',
      userId: ANNA,
      recipeId: MEADOW,
      enabled: true,
      maxParallel: 1,
      slots,
    })
    world.nowMs = startOfMonthMs(world.nowMs, 1) - 5 * MEADOW_MS
    await world.grant(ANNA, [SICKLE, ORE, HERB])
    await world.restartWriter(startOfMonthMs(world.nowMs, 4))
    await world.grant(BORIS, [ORE])
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
    const submit = () => world.run<'grant'>(command, repeated)
    const first = await submit()
    for (let day = 0; day < 6; day += 1) {
      world.nowMs += DAY_MS
      await world.grant(BORIS, [])
    }
    // Without the outcomes that the writer has in memory.
    await world.restartWriter(world.nowMs)
    expect(await submit()).toEqual(first)
    for (let day = 0; day < 6; day += 1) {
      world.nowMs += DAY_MS + HOUR_MS
      await world.grant(BORIS, [])
    }
    const { rows } = await sql<{ days: number; oldest: number }>`select count(distinct tableoid)::integer as days,
      min(at_ms) as oldest from command_outcome`.execute(store.db)
    expect(rows[0]?.days).toBeLessThanOrEqual(DAYS_OF_OUTCOMES)
    expect(rows[0]?.oldest).toBeGreaterThan(world.nowMs - DAYS_OF_OUTCOMES * DAY_MS)
    await world.restartWriter(world.nowMs)
    expect(await submit()).not.toEqual(first)
  })

  it.runIf(kind === 'postgres')('keeps no command waiting while someone maintains the tables', async () => {
    const readEndMs = async () => {
      const { rows } = await sql<{ end: number }>`select max(until_ms) as end from history_partition
        where kind = 'day'`.execute(store.db)
      return rows[0]?.end ?? 0
    }
    const before = await readEndMs()
    const maintenance = await store.slowDb.startTransaction().execute()
    await sql`lock table operation, command_outcome in share update exclusive mode`.execute(maintenance)
    world.nowMs += DAY_MS
    await world.grant(ANNA, [])
    expect(await readEndMs()).toBe(before)
    await maintenance.rollback().execute()
    world.nowMs += HOUR_MS
    await world.grant(ANNA, [])
    expect(await readEndMs()).toBe(before + DAY_MS)
  })

  it.runIf(kind === 'postgres')('is thinned later when the server stops meanwhile', async () => {
    const [month] = await readMonths(store.db)
    if (month === undefined) throw new Error('There is no month')
    const writing = await store.slowDb.startTransaction().execute()
    await sql`lock table operation_older in row exclusive mode`.execute(writing)
    const stopping = new AbortController()
    const thinning = thinMonth(store, month, stopping.signal)
    const countWaiting = async (): Promise<number> => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(store.db)
      return rows.length
    }
    await expect.poll(countWaiting).toBeGreaterThan(0)
    stopping.abort()
    await expect(thinning).rejects.toThrow('canceling statement')
    await writing.rollback().execute()
    await thinMonth(store, month, NEVER)
    expect((await readFullMonths(store.db, world.nowMs)).map(({ name }) => name)).not.toContain(month.name)
  })

  it('reads the same from thinned months as from full ones', async () => {
    for (let month = 0; month < MONTHS; month += 1) await world.tradeForAMonth()
    const before = await readAll()
    const full = await readFullMonths(store.db, world.nowMs)
    for (const month of full) await thinMonth(store, month, NEVER)
    expect(full.length).toBeGreaterThanOrEqual(MONTHS - 2)
    expect(await readFullMonths(store.db, world.nowMs)).toEqual([])
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
      const page = await browseLedger(db, filter, last, world.nowMs)
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
    const taken = operations.filter(({ entry_type }) => entry_type === 4 || entry_type === 5)
    expect(events.filter(({ type }) => type === 'trade.executed')).toHaveLength(taken.length)
    const whole = await Promise.all(taken.map(({ operation_id }) => readWholeOperation(db, operation_id)))
    expect(taken.length).toBeGreaterThan(MONTHS)
    const sides = whole.map((each) => new Set([each?.operation.user_uuid, each?.other_side?.user_uuid]))
    expect(sides).toEqual(taken.map(() => new Set<string>([ANNA, BORIS])))
    const chart = {
      item_id: ORE,
      start_date: START_MS / 1_000,
      end_date: world.nowMs / 1_000,
      interval: 'month',
    } as const
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
