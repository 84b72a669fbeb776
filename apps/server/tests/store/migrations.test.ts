import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createTestStore, STORE_KINDS } from '../support/stores.ts'

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

  it('sets few statistics where tables grow with every order, and compresses messages', async () => {
    const testStore = await createTestStore(kind)
    const store = await testStore.open()
    const sampled = await sql`select attrelid::regclass, attname from pg_attribute
      where attrelid = any(array['command_outcome', 'operation', 'notification']::regclass[])
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
