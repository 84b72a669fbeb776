import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { Store } from '../src/store/store.ts'
import type { WriterConnection } from '../src/store/writer-connection.ts'
import { insertOutcomes, selectOutcomes } from '../src/writer/known-outcomes.ts'
import { createTestStore, STORE_KINDS, type TestStore } from './support/stores.ts'

/** After five executions PostgreSQL may keep a plan for good. */
const EXECUTIONS = 8
const OUTCOMES = 20_000

describe.each(STORE_KINDS)('statements of the writer on %s', (kind) => {
  let testStore: TestStore
  let store: Store
  let writer: WriterConnection

  afterEach(async () => {
    await writer.close()
    await store.close()
    await testStore.remove()
  })

  /** How many rows were read because whole tables were. */
  async function rowsReadInTurn(): Promise<number> {
    const text = `select seq_tup_read as rows from pg_stat_user_tables where relname = 'command_outcome'`
    await writer.lookUp([{ name: 'flush', text: 'select pg_stat_force_next_flush()', values: [] }])
    const [counted] = await writer.lookUp([{ name: 'rows-read', text, values: [] }])
    return Number(counted?.[0]?.['rows'])
  }

  it('are planned for tables as large as they are, not as they were', async () => {
    testStore = await createTestStore(kind)
    store = await testStore.open()
    writer = await store.acquireWriter(() => undefined)
    // Whoever looks after the statistics has come by while there was nothing.
    await sql`analyze command_outcome`.execute(store.db)
    const ownerId = randomUUID()
    const wanted = { ownerId, key: 'wanted', requestHash: '' }
    for (let run = 0; run < EXECUTIONS; run += 1) await writer.lookUp([selectOutcomes([wanted])])

    const rows = Array.from({ length: OUTCOMES }, (_, index) => ({
      ownerId,
      key: `key ${index}`,
      requestHash: '',
      outcomeJson: '{}',
      atMs: 0,
    }))
    const inserted = insertOutcomes(rows)
    if (inserted === undefined) throw new Error('There is something to insert')
    await writer.commit([inserted])

    const before = await rowsReadInTurn()
    await writer.lookUp([selectOutcomes([wanted])])
    expect(await rowsReadInTurn()).toBe(before)
  })
})
