import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createTestStore, STORE_KINDS } from '../support/stores.ts'

const ROWS = 300_000

/** A query that takes a while. */
const SLOW_READ = sql<{ rows: number }>`select count(*) as rows from generate_series(1, ${ROWS})`

describe.each(STORE_KINDS)('a closing store on %s', (kind) => {
  it('finishes the running query and does not wait for a caller who has gone', async () => {
    const testStore = await createTestStore(kind)
    const store = await testStore.open()
    // Opens a connection, so that the query need not wait for one.
    await sql`select 1`.execute(store.db)
    const read = SLOW_READ.execute(store.db)
    // By then the query holds the connection and is far from its end.
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    await store.close()
    expect((await read).rows).toEqual([{ rows: ROWS }])
    await testStore.remove()
  })
})
