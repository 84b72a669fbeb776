import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadContentPack } from '@clutch/content'
import { calls } from '@clutch/contract'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toCatalogue } from '../src/content/to-catalogue.ts'
import { writeDemoHistory } from '../src/demo/demo-history.ts'
import { AREAS } from '../src/server-areas.ts'
import { auditStore } from '../src/store/audit.ts'
import type { Database } from '../src/store/database.ts'
import { makePack } from './support/make-pack.ts'
import { LEFT_AT_MS, putOlderWorld, readAnswers } from './support/older-world.ts'
import { askAll, moveStore, startStill, type Question } from './support/still-world.ts'
import { createTestStore, type TestStore } from './support/stores.ts'

/** The move is interrupted after this many tables. */
const TABLES_BEFORE_CUT = 4
const PLAYERS_ASKED = 3

const balances = (db: Kysely<Database>) => sql`select * from balance order by user_id, asset`.execute(db)

describe('moving an embedded world to PostgreSQL', () => {
  let embedded: TestStore
  let postgres: TestStore
  const contentFolder = makePack({
    items: 6,
    starterCoins: 1_000,
    starterCount: 5,
    production: true,
    feeBasisPoints: 250,
  })
  const world = { contentFolder, nowMs: LEFT_AT_MS }
  beforeAll(async () => {
    embedded = await createTestStore('pglite')
    postgres = await createTestStore('postgres')
    await putOlderWorld(embedded)
  })
  afterAll(async () => {
    await embedded.remove()
    await postgres.remove()
    rmSync(contentFolder, { recursive: true, force: true })
  })

  it('resumes where it was interrupted, and no server opens a half-moved world', async () => {
    let tables = 0
    const cut = (): void => {
      tables += 1
      if (tables > TABLES_BEFORE_CUT) throw new Error('cut off')
    }
    await expect(moveStore(embedded, postgres, cut)).rejects.toThrow('cut off')
    await expect(startStill(postgres, world)).rejects.toThrow('moved here in part')
    const again: string[] = []
    await moveStore(embedded, postgres, (table) => again.push(table))
    expect(again).not.toContain('balance')
    expect(again).toContain('price_bucket')
  })

  it('preserves balances, histories and charts, and passes the integrity check', async () => {
    const [from, to] = [await embedded.open(), await postgres.open()]
    expect((await balances(to.db)).rows).toEqual((await balances(from.db)).rows)
    expect(await auditStore(to.db, AREAS)).toEqual([])
    await from.close()
    await to.close()
    const { players, market } = readAnswers()
    const toQuestion = ([name, body]: readonly [string, unknown, unknown]): Question => [name, body]
    const questions = Object.fromEntries(
      Object.entries(players)
        .slice(0, PLAYERS_ASKED)
        .map(([userId, asked]) => [userId, [...asked, ...market].map(toQuestion)]),
    )
    const answers = await askAll(postgres, world, questions)
    expect(answers.length).toBeGreaterThan(30)
    expect(answers).toEqual(await askAll(embedded, world, questions))
  })

  it('does not overwrite an existing world', async () => {
    await expect(moveStore(embedded, postgres)).rejects.toThrow('players in that database already')
  })
})

describe('moving the demo world to PostgreSQL', () => {
  const CONTENT = fileURLToPath(new URL('../../../packages/content/packs/demo', import.meta.url))
  const DAY_SEC = 86_400
  const NOW_SEC = 1_795_000_000
  const STEPS = 4_000
  const BUSIEST = 3
  /** Calls whose response differs every time. */
  const PASSING = new Set<string>(['GET /get-server', 'GET /auth/sessions'])
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
    await store.close()
  })
  afterAll(async () => {
    await embedded.remove()
    await postgres.remove()
  })

  /** All calls of players without parameters. */
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

  /** The players with the most operations, and the items they traded most. */
  async function findBusiest(): Promise<Record<string, readonly Question[]>> {
    const store = await embedded.open()
    const { rows } = await sql<{ user_id: string; item_id: number }>`
      select user_id, mode() within group (order by item_id) as item_id from operation
      where entry_type is not null group by user_id order by count(*) desc, user_id limit ${BUSIEST}`.execute(store.db)
    await store.close()
    return Object.fromEntries(rows.map(({ user_id, item_id }) => [user_id, [...general, ...ofItem(item_id)]]))
  }

  it('gives every player the same responses as before', async () => {
    const questions = await findBusiest()
    const responses = await askAll(embedded, world, questions)
    expect(responses.length).toBeGreaterThan(100)
    await moveStore(embedded, postgres)
    expect(await askAll(postgres, world, questions)).toEqual(responses)
  })
})
