import { fileURLToPath } from 'node:url'
import { loadContentPack } from '@clutch/content'
import { calls } from '@clutch/contract'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toCatalogue } from '../../src/content/to-catalogue.ts'
import { writeDemoHistory } from '../../src/demo/demo-history.ts'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import type { Database } from '../../src/store/database.ts'
import { askAll, moveStore, startStill, type Question } from '../support/still-world.ts'
import { createTestStore, type TestStore } from '../support/stores.ts'

/** Tables copied before the move is interrupted. */
const TABLES_BEFORE_CUT = 4

const MOVED_EXCHANGE = '0190a000-0000-7000-8000-000000000001'

const balances = (db: Kysely<Database>) => sql`select * from balance order by user_id, asset`.execute(db)

describe('moving the demo world to PostgreSQL', () => {
  const CONTENT = fileURLToPath(new URL('../../../../packages/content/packs/demo', import.meta.url))
  const DAY_SEC = 86_400
  const NOW_SEC = 1_795_000_000
  const STEPS = 4_000
  const BUSIEST = 3
  /** What answers differently whenever it is asked. */
  const PASSING = new Set<string>(['GET /get-server', 'GET /auth/sessions', 'POST /account/export'])
  const world = { contentFolder: CONTENT, nowMs: NOW_SEC * 1_000 }
  let embedded: TestStore
  let postgres: TestStore
  beforeAll(async () => {
    embedded = await createTestStore('pglite')
    postgres = await createTestStore('postgres')
    const loaded = await loadContentPack(CONTENT)
    if (!loaded.ok) throw new Error('The demo pack is broken')
    const { pack } = loaded
    const store = await embedded.open()
    await writeDemoHistory({
      store,
      areas: AREAS,
      pack,
      catalogue: toCatalogue(pack),
      seed: 'moving',
      nowMs: world.nowMs,
      steps: STEPS,
      onProgress: () => undefined,
    })
    // A row whose key the database assigns: an exchange of the demo world has none.
    await sql`insert into exchange_step (exchange_id, at_ms, kind, detail) values (${MOVED_EXCHANGE}, 0, 0, '')`.execute(
      store.db,
    )
    await store.close()
  })
  afterAll(async () => {
    await embedded.remove()
    await postgres.remove()
  })

  /** All that players can ask without saying of what. */
  const general = Object.entries(calls)
    .filter(([name, { access, command }]) => access === 'player' && !command && !PASSING.has(name))
    .flatMap(([name, call]): Question[] => {
      if ('params' in call || 'responseType' in call) return []
      if (name.startsWith('GET ')) return [[name, null]]
      return call.body.safeParse({}).success ? [[name, {}]] : []
    })
  const ofItem = (itemId: number): readonly Question[] => {
    const range = { start_date: NOW_SEC - 90 * DAY_SEC, end_date: NOW_SEC, interval: 'day' }
    return [
      ['POST /marketplace/get-chart', { item_type_id: itemId, ...range }],
      ['POST /marketplace/get-item-details', { item_type_id: itemId }],
      ['POST /inventory/chart', { item_id: itemId, ...range }],
      ['POST /inventory/history', { filter_item_id: itemId }],
      ['POST /marketplace/get-lot-history', { item_type_id: itemId }],
    ]
  }

  /** The players with the most operations, and what they traded most. */
  async function findBusiest(): Promise<Record<string, readonly Question[]>> {
    const store = await embedded.open()
    const { rows } = await sql<{ user_id: string; item_id: number }>`
      select user_id, mode() within group (order by item_id) as item_id from operation
      where entry_type is not null group by user_id order by count(*) desc, user_id limit ${BUSIEST}`.execute(store.db)
    await store.close()
    return Object.fromEntries(rows.map(({ user_id, item_id }) => [user_id, [...general, ...ofItem(item_id)]]))
  }

  let questions: Record<string, readonly Question[]>
  let responses: Awaited<ReturnType<typeof askAll>>

  it('continues where it was interrupted, and an incomplete world is not served', async () => {
    questions = await findBusiest()
    responses = await askAll(embedded, world, questions)
    expect(responses.length).toBeGreaterThan(100)
    let tables = 0
    const interrupt = (): void => {
      tables += 1
      if (tables > TABLES_BEFORE_CUT) throw new Error('interrupted')
    }
    await expect(moveStore(embedded, postgres, interrupt)).rejects.toThrow('interrupted')
    await expect(startStill(postgres, world)).rejects.toThrow('moved here only in part')
    const copied: string[] = []
    await moveStore(embedded, postgres, (table) => copied.push(table))
    expect(copied).not.toContain('balance')
    expect(copied).toContain('price_bucket')
  })

  it('copies all balances, and every response is the same as before', async () => {
    const [from, to] = [await embedded.open(), await postgres.open()]
    expect((await balances(to.db)).rows).toEqual((await balances(from.db)).rows)
    expect(await checkIntegrity(to.db, AREAS)).toEqual([])
    await from.close()
    await to.close()
    expect(await askAll(postgres, world, questions)).toEqual(responses)
  })

  it('continues the numbers that the database assigns', async () => {
    const store = await postgres.open()
    const { rows } = await sql<{ next: number; last: number }>`
      select nextval(pg_get_serial_sequence('operation', 'position')) as next, max(position) as last from operation
      union all select nextval(pg_get_serial_sequence('exchange_step', 'step_id')), max(step_id) from exchange_step`.execute(
      store.db,
    )
    for (const { next, last } of rows) expect(next).toBeGreaterThan(last)
    await store.close()
  })

  it('is rejected when the target already has a world', async () => {
    await expect(moveStore(embedded, postgres)).rejects.toThrow('already has players')
  })
})
