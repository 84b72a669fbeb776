import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import type { WriterConnection } from '../../src/store/writer-connection.ts'
import { insertOutcomes, selectOutcomes, selectUsedKeys } from '../../src/writer/known-outcomes.ts'
import { outcomeKey } from '../../src/writer/submission.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'

/** After five executions PostgreSQL may keep a plan permanently. */
const EXECUTIONS = 8
const OUTCOMES = 20_000
const OWNERS = 3
const PAGE = 999

describe.each(STORE_KINDS)("the writer's statements on %s", (kind) => {
  let testStore: TestStore
  let store: Store
  let writer: WriterConnection

  afterEach(async () => {
    await writer.close()
    await store.close()
    await testStore.remove()
  })

  /** Number of rows read by sequential scans. */
  async function rowsReadInTurn(): Promise<number> {
    const text = `select sum(seq_tup_read) as rows from pg_stat_user_tables where relname like 'command\\_outcome\\_%'`
    await writer.lookUp([{ name: 'flush', text: 'select pg_stat_force_next_flush()', values: [] }])
    const [counted] = await writer.lookUp([{ name: 'rows-read', text, values: [] }])
    return Number(counted?.[0]?.['rows'])
  }

  it('are planned for the current size of their tables', async () => {
    testStore = await createTestStore(kind)
    store = await testStore.open()
    writer = await store.acquireWriter(() => undefined)
    // Autovacuum has analysed the table while it was empty.
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

  it('read used keys in pages, each key once, through the index', async () => {
    testStore = await createTestStore(kind)
    store = await testStore.open()
    writer = await store.acquireWriter(() => undefined)
    const owners = Array.from({ length: OWNERS }, () => randomUUID())
    // Clients choose their keys freely.
    const names = Array.from({ length: OUTCOMES / OWNERS }, (_, index) => `${index % 2 === 0 ? 'Key' : '~ é'} ${index}`)
    const used = owners.flatMap((ownerId) => [...names, ''].map((key) => ({ ownerId, key })))
    const inserted = insertOutcomes(used.map((one) => ({ ...one, requestHash: '', outcomeJson: '{}', atMs: 0 })))
    if (inserted === undefined) throw new Error('There is something to insert')
    await writer.commit([inserted])
    await sql`analyze command_outcome`.execute(store.db)

    const before = await rowsReadInTurn()
    const read: string[] = []
    let last: { ownerId: string; key: string } | undefined
    do {
      const [rows = []] = await writer.lookUp([selectUsedKeys(last, PAGE)])
      const page = rows.map((row) => ({ ownerId: String(row['owner_id']), key: String(row['key']) }))
      read.push(...page.map(outcomeKey))
      last = page.length < PAGE ? undefined : page.at(-1)
    } while (last !== undefined)
    expect(read.toSorted()).toEqual(used.map(outcomeKey).toSorted())
    expect(await rowsReadInTurn()).toBe(before)
  })
})
