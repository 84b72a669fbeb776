import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { readMigrations } from '../../src/store/pending-migrations.ts'
import type { Store } from '../../src/store/store.ts'
import { createTestStore, STORE_KINDS } from '../support/stores.ts'

const PROJECT = fileURLToPath(new URL('../../../..', import.meta.url))

/** Makes the last migration pending again. */
async function undoLastMigration({ db }: Store): Promise<void> {
  await sql`drop table content_picture`.execute(db)
  await sql`delete from kysely_migration where name = '0007-content-pictures'`.execute(db)
}

describe.each(STORE_KINDS)('opening a database on %s', (kind) => {
  it.each([
    ['9999-of-tomorrow', 'A newer version of Clutch has changed this database'],
    ['0001-economy', 'created by a version of Clutch before 1.0'],
  ])('is rejected with instructions when it has the migration %s, and changes nothing', async (name, message) => {
    const testStore = await createTestStore(kind)
    const store = await testStore.open()
    await sql`insert into kysely_migration (name, timestamp) values (${name}, 'then')`.execute(store.db)
    await store.close()
    await expect(testStore.open()).rejects.toThrow(message)
    await testStore.remove()
  })

  it.runIf(kind === 'postgres')('is migrated once no other server is the writer', async () => {
    const testStore = await createTestStore(kind)
    const older = await testStore.open()
    const lease = await older.acquireWriter(() => undefined)
    await undoLastMigration(older)
    let isOpen = false
    const opening = testStore.open().then((store) => {
      isOpen = true
      return store
    })
    const connections = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and application_name = 'clutch-writer'`.execute(older.db)
      return rows[0]?.count
    }
    // Two of the writer, and one that waits for the lease.
    await expect.poll(connections).toBe(3)
    expect(isOpen).toBe(false)
    await lease.close()
    const newer = await opening
    expect(await newer.db.selectFrom('content_picture').selectAll().execute()).toEqual([])
    await Promise.all([newer.close(), older.close()])
    await testStore.remove()
  })

  it.runIf(kind === 'postgres')('keeps a server of an older version from becoming the writer', async () => {
    const testStore = await createTestStore(kind)
    const older = await testStore.open()
    const migrate = (name: string) => sql`insert into kysely_migration (name, timestamp) values (${name}, 'then')`
    await migrate('9999-of-tomorrow').execute(older.db)
    const message = 'A newer version of Clutch has changed this database'
    await expect(older.acquireWriter(() => undefined)).rejects.toThrow(message)
    await sql`delete from kysely_migration where name = '9999-of-tomorrow'`.execute(older.db)
    // It does not keep the lease.
    await (await older.acquireWriter(() => undefined)).close()
    await older.close()
    await testStore.remove()
  })

  it('is described before an upgrade by npm run migrations, which changes nothing', async () => {
    const testStore = await createTestStore(kind)
    const run = async (...args: string[]): Promise<string> => {
      const options = { cwd: PROJECT, env: { ...process.env, ...testStore.environment } }
      return (await promisify(execFile)(process.execPath, ['tools/migrations.ts', ...args], options)).stdout
    }
    expect(await run('--pending')).toBe('No pending migrations: this version does not change the database.\n')
    const store = await testStore.open()
    await undoLastMigration(store)
    await store.close()
    expect(await run('--pending')).toMatch(/^0007-content-pictures {2}.+\. Online: .+\.\n$/)
    const lines = (await run()).trim().split('\n')
    expect(lines.map((line) => line.endsWith('Applied.'))).toEqual([true, true, true, true, true, true, false])
    await testStore.remove()
  })

  it('counts the rows of tables that a migration works on', async () => {
    const testStore = await createTestStore(kind)
    const store = await testStore.open()
    await sql`delete from kysely_migration where name = '0003-server-keys'`.execute(store.db)
    await sql`insert into balance (user_id, asset, free, held)
      select gen_random_uuid(), 1, 0, 0 from generate_series(1, 70)`.execute(store.db)
    const statuses = await readMigrations(store.db)
    expect(statuses.filter(({ isApplied }) => !isApplied)).toMatchObject([
      { name: '0003-server-keys', isOnline: true, tables: [{ table: 'balance', work: 'altered', rows: 70 }] },
    ])
    await store.close()
    await testStore.remove()
  })

  it('sets few statistics where tables grow with every order, and compresses messages', async () => {
    const testStore = await createTestStore(kind)
    const store = await testStore.open()
    const sampled = await sql`select attrelid::regclass, attname from pg_attribute
      where attrelid in (select inhrelid from pg_inherits where inhparent = any(array['command_outcome', 'operation']::regclass[])
          union all select 'notification'::regclass) and (select relkind = 'r' from pg_class where oid = attrelid)
        and attnum > 0 and not attisdropped and attstattarget is distinct from 10`.execute(store.db)
    expect(sampled.rows).toEqual([])
    const message = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ kind: 'lot', id, price: 7, count: 1 })))
    await sql`insert into outbox (message_id, message) values (1, ${message}::json)`.execute(store.db)
    const stored = await sql<{ text: string; bytes: number }>`select message::text as text,
      pg_column_size(message) as bytes from outbox`.execute(store.db)
    expect(stored.rows[0]?.text).toBe(message)
    // The embedded database is built without lz4.
    expect((stored.rows[0]?.bytes ?? 0) < message.length / 3).toBe(kind === 'postgres')
    await store.close()
    await testStore.remove()
  })
})
