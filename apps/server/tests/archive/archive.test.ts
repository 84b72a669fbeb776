import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { archiveMonths, restoreMonth, type ArchiveStep } from '../../src/archive/archive-months.ts'
import { readArchivedUntilMs } from '../../src/archive/archived-until.ts'
import { newestEventId, nextEvents, readEvents } from '../../src/areas/events/read-events.ts'
import { createInProcessBus } from '../../src/bus/bus.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { AREAS } from '../../src/server-areas.ts'
import { readMonths, startOfMonthMs } from '../../src/store/history-partitions.ts'
import { firstIdAt } from '../../src/writer/writer-clock.ts'
import { STORE_KINDS } from '../support/stores.ts'
import { ANNA, START_MS, startTradingWorld, type TradingWorld } from '../support/trading-months.ts'

const MONTHS = 5
/** The months in the middle of which the players traded. */
const TRADED = Array.from({ length: MONTHS }, (_, index) =>
  new Date(startOfMonthMs(START_MS, index)).toISOString().slice(0, 7).replace('-', '_'),
)
const CUT_MS = startOfMonthMs(START_MS, 2)

describe.each(STORE_KINDS)('the archive on %s', (kind) => {
  let world: TradingWorld
  let folder: string

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clutch-archive-'))
    world = await startTradingWorld(kind)
    for (let month = 0; month < MONTHS; month += 1) await world.tradeForAMonth()
  })
  afterEach(async () => {
    await world.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const options = (onStep: (month: string, step: ArchiveStep) => void = () => undefined) => ({
    db: world.store.slowDb,
    areas: AREAS,
    folder,
    onStep,
  })
  const archive = (beforeMs = CUT_MS) => archiveMonths(options(), beforeMs, world.nowMs)
  const readOperations = async () => {
    const { rows } = await sql`select * from operation order by operation_id`.execute(world.store.db)
    const { rows: items } = await sql`select * from operation_item order by operation_id, item_id`.execute(
      world.store.db,
    )
    return { rows, items }
  }
  const countBefore = async (atMs: number) => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from operation
      where operation_id < ${firstIdAt(atMs)}`.execute(world.store.db)
    return rows[0]?.count
  }

  it('moves months into files, which keeps the integrity check whole, and restores them row by row', async () => {
    const before = await readOperations()
    expect(await countBefore(CUT_MS)).toBeGreaterThan(10)
    expect(await readArchivedUntilMs(world.store.db, ANNA)).toBe(0)
    await archive()
    expect(await readArchivedUntilMs(world.store.db, ANNA)).toBe(CUT_MS)
    expect(await readArchivedUntilMs(world.store.db, randomUUID())).toBe(0)
    expect(await countBefore(CUT_MS)).toBe(0)
    expect((await readMonths(world.store.db)).map(({ name }) => name)).not.toContain(TRADED[1])
    expect(await checkIntegrity(world.store.db, AREAS)).toEqual([])
    await world.tradeForAMonth()
    expect(await checkIntegrity(world.store.db, AREAS)).toEqual([])
    const later = await readOperations()
    await expect(restoreMonth(options(), TRADED[0] ?? '')).rejects.toThrow(`Restore ${TRADED[1]} first`)
    for (const name of [TRADED[1], TRADED[0]]) await restoreMonth(options(), name ?? '')
    const restored = await readOperations()
    expect(restored.rows.slice(0, before.rows.length)).toEqual(before.rows)
    expect(restored.items.slice(0, before.items.length)).toEqual(before.items)
    expect(restored.rows.length - before.rows.length).toBe(later.rows.length - countFrom(CUT_MS, before.rows))
    expect(await checkIntegrity(world.store.db, AREAS)).toEqual([])
  })

  it('finds a balance that was changed although its operations are archived', async () => {
    await archive()
    await sql`update balance set free = free + 1 where user_id = ${ANNA} and asset = 0`.execute(world.store.db)
    expect(await checkIntegrity(world.store.db, AREAS)).toContainEqual(
      expect.objectContaining({ rule: 'ledger', detail: expect.stringContaining(ANNA) as string }),
    )
  })

  const killAt =
    (killedAt: ArchiveStep) =>
    (_month: string, step: ArchiveStep): void => {
      if (step === killedAt) throw new Error('killed')
    }

  it.each(['written', 'verified', 'summed', 'done'] as const)(
    'continues after it was killed with a month %s',
    async (killedAt) => {
      const before = await readOperations()
      await expect(archiveMonths(options(killAt(killedAt)), CUT_MS, world.nowMs)).rejects.toThrow('killed')
      expect(await checkIntegrity(world.store.db, AREAS)).toEqual([])
      await archive()
      expect(await countBefore(CUT_MS)).toBe(0)
      expect(await checkIntegrity(world.store.db, AREAS)).toEqual([])
      for (const name of [TRADED[1], TRADED[0]]) await restoreMonth(options(), name ?? '')
      expect(await readOperations()).toEqual(before)
    },
  )

  it('continues to restore a month after it was killed while that was loaded', async () => {
    const before = await readOperations()
    await archive()
    await expect(restoreMonth(options(killAt('loaded')), TRADED[1] ?? '')).rejects.toThrow('killed')
    expect(await countBefore(CUT_MS)).toBe(0)
    for (const name of [TRADED[1], TRADED[0]]) await restoreMonth(options(), name ?? '')
    expect(await readOperations()).toEqual(before)
    expect(await checkIntegrity(world.store.db, AREAS)).toEqual([])
  })

  it('has a place for scheduled work of an archived month, and takes it along when the month is restored', async () => {
    await archive()
    const late = firstIdAt(startOfMonthMs(CUT_MS, -1) + 1)
    await sql`insert into operation (user_id, operation_id, kind, coin_change, coin_after)
      values (${ANNA}, ${late}, 1, 0, 0)`.execute(world.store.db)
    expect(await countBefore(CUT_MS)).toBe(1)
    await restoreMonth(options(), TRADED[1] ?? '')
    const { rows } = await sql`select tableoid::regclass::text as partition from operation
      where operation_id = ${late}`.execute(world.store.db)
    expect(rows).toEqual([{ partition: `operation_${TRADED[1]}` }])
  })

  it('refuses months that are new or still needed, and damaged files', async () => {
    await expect(archive(startOfMonthMs(world.nowMs))).rejects.toThrow('can be archived')
    await sql`insert into exchange (exchange_id, user_id, direction, currency, store_count, coins, state, created_at_ms)
      values (${firstIdAt(START_MS)}, ${ANNA}, 0, 'gold', 1, 1, 0, 0)`.execute(world.store.db)
    await expect(archive()).rejects.toThrow('a coin exchange that is not settled')
    await sql`delete from exchange`.execute(world.store.db)
    await sql`insert into webhook (webhook_id, url, types, description, is_enabled, secret, created_at_ms, created_by, cursor)
      values ('a', 'https://a.example', '{}', '', true, '', 0, '', ${`${'1'.padStart(15, '0')}-000000000000`})`.execute(
      world.store.db,
    )
    await expect(archive()).rejects.toThrow('the webhook https://a.example')
    await sql`delete from webhook`.execute(world.store.db)
    await archive()
    const manifest = join(folder, `operations-${TRADED[1]}.json`)
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"rows": /, '"rows": 1'))
    await expect(restoreMonth(options(), TRADED[1] ?? '')).rejects.toThrow('the archive is damaged')
    expect(await checkIntegrity(world.store.db, AREAS)).toEqual([])
  })

  it('has readers of the event log begin after the archived months', async () => {
    const { db } = world.store
    const bus = createInProcessBus(() => undefined)
    const read = (after: string) =>
      nextEvents({ db, bus }, { after, limit: 1, types: undefined, wait: 0 }, AbortSignal.timeout(60_000))
    const [first, second] = await readEvents(db, undefined, 2)
    const newest = await newestEventId(db)
    expect(await read(first?.id ?? '')).toMatchObject({ ok: true, value: { events: [second] } })
    await archive()
    const refused = await read(first?.id ?? '')
    expect(refused).toMatchObject({ ok: false, error: { code: 'cursor_expired' } })
    const oldest = refused.ok ? '' : String(refused.error.params?.['oldest'])
    expect(await read('')).toMatchObject({ ok: true, value: { events: [{ id: oldest }] } })
    expect(await read(oldest)).toMatchObject({ ok: true })
    expect(await read(newest)).toMatchObject({ ok: true, value: { events: [] } })
  })
})

function countFrom(atMs: number, rows: readonly unknown[]): number {
  return (rows as { operation_id: string }[]).filter(({ operation_id }) => operation_id >= firstIdAt(atMs)).length
}
