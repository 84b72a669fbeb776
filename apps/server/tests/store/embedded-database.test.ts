import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { testFilesFolder } from '../../../../tools/test-files.ts'
import { DurableNodeFs } from '../../src/store/durable-node-fs.ts'
import { keepUp, vacuumNeediest } from '../../src/store/pglite-upkeep.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { canMountDisks, mountSmallDisk } from '../support/small-disk.ts'

/** `npm run soak` sets more; the everyday run reads enough to detect a leak. */
const READS = Number(process.env['SOAK_READS'] ?? 4_000)
const READ_ROWS = 200
/** Garbage on a busy machine stays below this; retaining the rows of 4,000 reads takes some 450 MB. */
const GROWTH_MAX_BYTES = 250 * 1024 * 1024
const BYTES_PER_MB = 1_048_576
const SOAK_TIMEOUT_MS = 60_000 + READS * 20

let folder: string
let store: Store | undefined
beforeEach(() => {
  folder = mkdtempSync(join(testFilesFolder(), 'clutch-embedded-'))
  cpSync(inject('pgliteTemplate'), folder, { recursive: true })
})
afterEach(async () => {
  await store?.close()
  store = undefined
  rmSync(folder, { recursive: true, force: true })
})

const open = async (dataDir = folder): Promise<Store> => {
  store = await openStore({ databaseUrl: undefined, dataDir })
  return store
}

async function isUp({ db }: Store): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}

/** Removes the log from under PostgreSQL, which panics when it needs the next segment. */
const breakLog = (): void => renameSync(join(folder, 'db/pg_wal'), join(folder, 'db/pg_wal.away'))
const mendLog = (): void => renameSync(join(folder, 'db/pg_wal.away'), join(folder, 'db/pg_wal'))
const needLog = sql`select pg_switch_wal(), pg_logical_emit_message(true, 'x', 'y')`

describe('the thread of the embedded database', () => {
  it(
    `retains nothing of its results: ${READS} reads`,
    async () => {
      const { db } = await open()
      const read = sql`select n, repeat('x', 100) as text from generate_series(1, ${READ_ROWS}) as n`
      for (let reads = 0; reads < READS / 10; reads += 1) await read.execute(db)
      const before = process.memoryUsage.rss()
      for (let reads = 0; reads < READS; reads += 1) await read.execute(db)
      const grown = process.memoryUsage.rss() - before
      console.log(`${READS} reads: memory grew by ${Math.round(grown / BYTES_PER_MB)} MB`)
      expect(grown).toBeLessThan(GROWTH_MAX_BYTES)
    },
    SOAK_TIMEOUT_MS,
  )

  it('fails every statement at once when it ends, notifies the writer, and is replaced', async () => {
    const opened = await open()
    const { db } = opened
    await sql`create table kept (n integer)`.execute(db)
    await sql`insert into kept values (1)`.execute(db)
    const lost: string[] = []
    const connection = await opened.acquireWriter((error) => lost.push(error.message))
    breakLog()
    const waiting = [sql`select 1`, needLog, needLog, sql`select 2`]
    await Promise.allSettled(waiting.map((statement) => statement.execute(db)))
    expect(lost).toEqual(['The database thread exited'])
    // Without a thread, statements fail instead of hanging.
    await expect(sql`select 3`.execute(db)).rejects.toThrow('not running')
    mendLog()
    await expect.poll(() => isUp(opened)).toBe(true)
    expect((await sql`select n from kept`.execute(db)).rows).toEqual([{ n: 1 }])
    await connection.close()
  })

  it('ends when written data cannot reach the disk, which the kernel reports only once, and is replaced', async () => {
    const opened = await open()
    const lost: string[] = []
    const connection = await opened.acquireWriter((error) => lost.push(error.message))
    await sql`create table kept as select n from generate_series(1, 1000) as n`.execute(opened.db)
    const files = join(folder, 'db/base')
    renameSync(files, `${files}.away`)
    writeFileSync(files, 'no folder')
    await expect.poll(() => lost, { timeout: 5_000 }).toEqual(['The database thread exited'])
    rmSync(files)
    renameSync(`${files}.away`, files)
    await expect.poll(() => isUp(opened), { timeout: 10_000 }).toBe(true)
    expect((await sql`select count(*)::integer as count from kept`.execute(opened.db)).rows).toEqual([{ count: 1_000 }])
    await connection.close()
  })

  it('handles files that were written to and deleted', async () => {
    const fs = new DurableNodeFs(join(folder, 'db'))
    const database = await PGlite.create({ fs })
    await fs.writeOut()
    await database.exec('create table gone as select n from generate_series(1, 1000) as n')
    await database.exec('drop table gone')
    await database.exec('checkpoint')
    await expect(fs.writeOut()).resolves.toBeUndefined()
    await database.close()
  })

  it('can be closed after it has ended', async () => {
    const opened = await open()
    breakLog()
    await Promise.allSettled([needLog.execute(opened.db), needLog.execute(opened.db)])
    expect(await isUp(opened)).toBe(false)
    await opened.close()
    store = undefined
  })
})

describe('maintenance that PostgreSQL leaves to background processes missing in the embedded database', () => {
  const ROWS = 5_000
  /** Rows that are inserted and deleted, with the statistics updated at once. */
  const comeAndGo = async ({ db }: Store, left = 10): Promise<void> => {
    await sql`create table if not exists tale (id integer primary key, text text)`.execute(db)
    await sql`insert into tale select id, repeat('tale', 20) from generate_series(1, ${ROWS}::integer) as id
      on conflict do nothing`.execute(db)
    await sql`delete from tale where id > ${left}`.execute(db)
    await sql`select pg_stat_force_next_flush()`.execute(db)
    await sql`select 1`.execute(db)
  }
  const taleOf = async ({ db }: Store) => {
    const { rows } = await sql<{ bytes: number; rows: number }>`select pg_relation_size(oid)::integer as bytes,
      reltuples as rows from pg_class where relname = 'tale'`.execute(db)
    return rows[0] ?? { bytes: 0, rows: 0 }
  }

  it('reuses the space of deleted rows, and keeps row counts up to date', async () => {
    const opened = await open()
    const bytes: number[] = []
    for (let round = 0; round < 4; round += 1) {
      await comeAndGo(opened)
      while ((await vacuumNeediest(opened.db)) !== undefined);
      const tale = await taleOf(opened)
      expect(tale.rows).toBe(10)
      bytes.push(tale.bytes)
      await sql`delete from tale`.execute(opened.db)
    }
    expect(Math.max(...bytes)).toBeLessThan(2 * ROWS * 120)
  })

  it('does not vacuum insert-only tables that opt out, and keeps their row counts up to date all the same', async () => {
    const opened = await open()
    const { db } = opened
    for (const table of ['seen', 'unseen']) {
      await sql`create table ${sql.table(table)} (id integer primary key)`.execute(db)
      await sql`insert into ${sql.table(table)} select generate_series(1, ${ROWS}::integer)`.execute(db)
    }
    await sql`alter table unseen set (autovacuum_vacuum_insert_threshold = -1)`.execute(db)
    await sql`select pg_stat_force_next_flush()`.execute(db)
    await sql`select 1`.execute(db)
    while ((await vacuumNeediest(db)) !== undefined);
    const { rows } = await sql`select relname, reltuples, relallvisible > 0 as is_vacuumed from pg_class
      where relname in ('seen', 'unseen') order by relname`.execute(db)
    expect(rows).toEqual([
      { relname: 'seen', reltuples: ROWS, is_vacuumed: true },
      { relname: 'unseen', reltuples: ROWS, is_vacuumed: false },
    ])
  })

  it('makes a checkpoint when the log is long, and lets other statements through before it maintains a table', async () => {
    // Automatic maintenance waits for a fake timer.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const opened = await open().finally(() => vi.useRealTimers())
    const { db } = opened
    const logBytes = async (): Promise<number> => {
      const { rows } = await sql<{ bytes: string }>`select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes
        from pg_control_checkpoint()`.execute(db)
      return Number(rows[0]?.bytes)
    }
    const logged = sql`select count(pg_logical_emit_message(false, 'x', repeat('x', 1000000)))
      from generate_series(1, 270)`
    await comeAndGo(opened)
    await logged.execute(db)
    await keepUp(db)
    expect(await taleOf(opened)).toMatchObject({ rows: 10 })
    // Half of the threshold for a long log.
    expect(await logBytes()).toBeGreaterThan(200_000_000)
    await comeAndGo(opened, 20)
    await logged.execute(db)
    await keepUp(db)
    expect(await logBytes()).toBeLessThan(1_000_000)
    expect(await taleOf(opened)).toMatchObject({ rows: 10 })
    await keepUp(db)
    expect(await taleOf(opened)).toMatchObject({ rows: 20 })
  })

  it('runs automatically', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const opened = await open()
      await comeAndGo(opened)
      vi.advanceTimersByTime(5_000)
      await expect.poll(async () => (await taleOf(opened)).rows).toBe(10)
      await opened.close()
      store = undefined
    } finally {
      vi.useRealTimers()
    }
  })
})

describe.runIf(canMountDisks())('a full disk', () => {
  const DISK_MB = 120

  it('fails writes that cannot be stored, and freed space helps without a restart', async () => {
    const disk = mountSmallDisk(DISK_MB)
    try {
      cpSync(inject('pgliteTemplate'), disk.folder, { recursive: true })
      const opened = await open(disk.folder)
      const { db } = opened
      await sql`create table kept (n integer)`.execute(db)
      disk.fill()
      // Writes only to the log, until there is no room for a new segment and PostgreSQL panics.
      const writeLog = sql`select pg_logical_emit_message(true, 'x', repeat('x', 1000000))`
      const writing = async (): Promise<void> => {
        for (let writes = 0; writes < 200; writes += 1) {
          await sql`insert into kept values (${writes})`.execute(db)
          await writeLog.execute(db)
        }
      }
      await expect(writing()).rejects.toThrow(/No space left|not running|terminated/)
      await Promise.allSettled([sql`select 1`.execute(db)])
      await wait(2_000)
      await Promise.allSettled([sql`select 1`.execute(db)])
      disk.free()
      await expect.poll(() => isUp(opened)).toBe(true)
      await sql`insert into kept values (1000)`.execute(db)
      const { rows } = await sql<{ n: number }>`select n from kept order by n`.execute(db)
      expect(rows.at(-1)).toEqual({ n: 1_000 })
      // All acknowledged rows, without gaps from 0.
      expect(rows.slice(0, -1).map(({ n }) => n)).toEqual(rows.slice(0, -1).map((_, index) => index))
      await opened.close()
      store = undefined
    } finally {
      disk.remove()
    }
  }, 60_000)
})

describe('an incomplete data folder', () => {
  it.each(['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact'])(
    'is rejected with an explanation and left unchanged: without %s',
    async (part) => {
      rmSync(join(folder, 'db', part), { recursive: true })
      const before = readdirSync(join(folder, 'db'), { recursive: true }).length
      await expect(open()).rejects.toThrow(`is no whole database: ${part} is missing`)
      expect(readdirSync(join(folder, 'db'), { recursive: true })).toHaveLength(before)
    },
  )

  it('is rejected when it is empty: a volume that was not mounted must not become a new world', async () => {
    rmSync(join(folder, 'db'), { recursive: true })
    mkdirSync(join(folder, 'db'))
    await expect(open()).rejects.toThrow('is no whole database')
  })

  it('is recreated if the first start was interrupted', async () => {
    const empty = join(folder, 'new')
    mkdirSync(join(empty, 'db.unfinished', 'base'), { recursive: true })
    expect(await isUp(await open(empty))).toBe(true)
    expect(readdirSync(empty)).not.toContain('db.unfinished')
  })
})
