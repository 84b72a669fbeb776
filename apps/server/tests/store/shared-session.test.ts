import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../src/store/database.ts'
import { PgliteThread } from '../../src/store/pglite-thread.ts'
import { SharedSession } from '../../src/store/shared-session.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'

describe.each(STORE_KINDS)('one shared session of %s', (kind) => {
  let testStore: TestStore
  let thread: PgliteThread | undefined
  let session: SharedSession
  let db: Kysely<Database>

  beforeEach(async () => {
    testStore = await createTestStore(kind)
    const { DATABASE_URL = '', DATA_DIR = '' } = testStore.environment
    const started = kind === 'pglite' ? await PgliteThread.start(join(DATA_DIR, 'db'), undefined) : undefined
    thread = started
    session = new SharedSession(
      started === undefined
        ? { connectionString: DATABASE_URL }
        : { user: 'postgres', database: 'postgres', stream: () => started.connect() },
    )
    db = new Kysely({ dialect: new PostgresDialect({ pool: session }) })
    await sql`create table entry (id serial, text text)`.execute(db)
  })
  afterEach(async () => {
    await session.end()
    await thread?.close()
    await testStore.remove()
  })

  const add = (text: string, to = db) => sql`insert into entry (text) values (${text})`.execute(to)
  const texts = async (from = db): Promise<string[]> => {
    const { rows } = await sql<{ text: string }>`select text from entry order by id`.execute(from)
    return rows.map(({ text }) => text)
  }

  /** A file that the database can write, with its path there and here. */
  async function newFile(): Promise<{ readonly there: string; readonly here: string }> {
    const name = `clutch-written-${randomUUID()}`
    if (kind === 'postgres') return { there: join(tmpdir(), name), here: join(tmpdir(), name) }
    const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(db)
    const folder = join(testStore.environment['DATA_DIR'] ?? '', 'db')
    return { there: join(rows[0]?.data_directory ?? '', name), here: join(folder, name) }
  }

  it('receives the next statement before the last result has been read', async () => {
    const { there, here } = await newFile()
    const slow = sql`select count(*) from generate_series(1, 300000)`
    const both = [slow.execute(db), sql`copy (select 1) to ${sql.lit(there)}`.execute(db)]
    // Statements sent together leave a moment later.
    for (let moment = 0; moment < 3; moment += 1) await setImmediate()
    const untilMs = performance.now() + PATIENCE_MS
    // Blocks this thread, so that nothing that arrives is read meanwhile.
    while (!existsSync(here) && performance.now() < untilMs);
    expect(existsSync(here)).toBe(true)
    await Promise.all(both)
    rmSync(here)
  })

  it('executes statements in the order they were sent', async () => {
    const wanted = Array.from({ length: 50 }, (_, index) => String(index))
    await Promise.all(wanted.map((text) => add(text)))
    expect(await texts()).toEqual(wanted)
  })

  it('admits no other statement into an interactive transaction, and continues after it', async () => {
    const others: Promise<unknown>[] = []
    const transaction = db.transaction().execute(async (trx) => {
      await add('first', trx)
      others.push(
        add('other'),
        db.transaction().execute((other) => add('another', other)),
      )
      await wait(20)
      expect(await texts(trx)).toEqual(['first'])
      throw new Error('not today')
    })
    await expect(transaction).rejects.toThrow('not today')
    await Promise.all(others)
    expect(await texts()).toEqual(['other', 'another'])
  })

  it('serialises transactions: none overwrites what another has written', async () => {
    await add('0')
    const raise = () =>
      db.transaction().execute(async (trx) => {
        const [text] = await texts(trx)
        await sql`update entry set text = ${String(Number(text) + 1)}`.execute(trx)
      })
    await Promise.all(Array.from({ length: 20 }, raise))
    expect(await texts()).toEqual(['20'])
  })

  it('isolates failures', async () => {
    const settled = await Promise.allSettled([add('before'), sql`select 1 / 0`.execute(db), add('behind')])
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const failing = db.transaction().execute((trx) => sql`select 1 / 0`.execute(trx))
    await expect(failing).rejects.toThrow('division by zero')
    expect(await texts()).toEqual(['before', 'behind'])
  })

  it('rolls back a transaction that was never ended', async () => {
    const client = await session.connect()
    await client.query('begin', [])
    await client.query(`insert into entry (text) values ('never ended')`, [])
    client.release()
    expect(await texts()).toEqual([])
  })
})

describe('one session that its server ends', () => {
  it('fails its transaction, and continues with another connection', async () => {
    const testStore = await createTestStore('postgres')
    const session = new SharedSession({ connectionString: testStore.environment['DATABASE_URL'] ?? '' })
    const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: session }) })
    const transaction = db.transaction().execute(async (trx) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
    })
    const waiting = sql`select 1 as one`.execute(db)
    // The message depends on how far the end has progressed.
    const [failed] = await Promise.allSettled([transaction])
    expect(failed.status).toBe('rejected')
    expect((await waiting).rows).toEqual([{ one: 1 }])
    await session.end()
    await testStore.remove()
  })
})
