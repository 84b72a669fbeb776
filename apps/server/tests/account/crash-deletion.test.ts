import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { requestDeletion } from '../../src/areas/account/deletion-requests.ts'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import type { Store } from '../../src/store/store.ts'
import { share } from '../support/crash-chance.ts'
import { CRASH_TIMEOUT_MS, endServers, startUnderLoad } from '../support/crash-scenario.ts'
import type { LoadServer } from '../support/load-server.ts'
import { CHANNELS, FIRST_ITEM_ID, makePack, RECIPES } from '../support/make-pack.ts'
import { searchDatabase } from '../support/search-database.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'

/** Each start of a server takes seconds, so the everyday run has few kills; `npm run crash` has more. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 2)
const LOTS = 150
const TEXT = 'vexwhistle after midnight'
/** A deletion with this many lots takes some tenths of a second. */
const KILL_AFTER_MAX_MS = 400
const COMPLETE_WITHIN_MS = 60_000
const POLL_MS = 250

afterEach(endServers)

/** Sends a call of the second player: the first one signs in at each start. */
async function send({ url, tokens }: LoadServer, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokens[1]}` }
  const response = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect([path, response.status]).toEqual([path, 200])
}

async function kill({ child }: LoadServer): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function withStore<Value>(opened: TestStore, use: (store: Store) => Promise<Value>): Promise<Value> {
  const store = await opened.open()
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

it.each(STORE_KINDS)(
  'a server killed while it deletes a player completes the deletion after its restart, on %s',
  async (kind) => {
    const store = await createTestStore(kind)
    const pack = makePack({ items: 5, starterCoins: 100_000, starterCount: 1_000, production: true, chat: true })
    const environment = { CONTENT_DIR: pack, LOAD_PLAYERS: '2', ...store.environment }
    const first = await startUnderLoad(environment)
    for (let price = 1; price <= LOTS; price += 1) {
      const lot = { item_type_id: FIRST_ITEM_ID, price: price + 100, count: 1 }
      await send(first, '/marketplace/create-sell-lot', lot)
    }
    await send(first, '/craft/start', { receipt_id: RECIPES.slowCraft, count: 1 })
    await send(first, '/chat/send', { channel_id: CHANNELS.open, text: TEXT })
    await kill(first)

    const player = await withStore(store, async ({ db }) => {
      const { owner_id: userId } = await db.selectFrom('lot').select('owner_id').executeTakeFirstOrThrow()
      await db.transaction().execute((trx) => requestDeletion(trx, userId, false, Date.now()))
      await db.updateTable('account_deletion').set({ due_at_ms: 1 }).execute()
      await sql`update task set due_at_ms = 1 where payload->>'user_id' = ${userId}`.execute(db)
      return db
        .selectFrom('player')
        .select(['user_id', 'steam_id'])
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
    })
    for (let killed = 0; killed < KILLS; killed += 1) {
      const server = await startUnderLoad({ ...environment, LOAD_PLAYERS: '1' })
      await wait(share() * KILL_AFTER_MAX_MS)
      await kill(server)
      // Claims of the killed server end sooner than in a minute.
      await withStore(store, ({ db }) => sql`update task set due_at_ms = 1 where kind = 'delete_account'`.execute(db))
    }
    const isComplete = () =>
      withStore(store, async ({ db }) => {
        const row = await db.selectFrom('account_deletion').select('closed_at_ms').executeTakeFirstOrThrow()
        return row.closed_at_ms !== null
      })
    const untilMs = Date.now() + COMPLETE_WITHIN_MS
    while (!(await isComplete()) && Date.now() < untilMs) {
      const server = await startUnderLoad({ ...environment, LOAD_PLAYERS: '1' })
      await wait(POLL_MS * 8)
      await kill(server)
      await withStore(store, ({ db }) => sql`update task set due_at_ms = 1 where kind = 'delete_account'`.execute(db))
    }
    await withStore(store, async ({ db }) => {
      expect(await searchDatabase(db, [player.steam_id, TEXT])).toEqual([])
      const left = await sql`select from balance where user_id = ${player.user_id} and (free > 0 or held > 0)`.execute(
        db,
      )
      expect(left.rows).toEqual([])
      expect(await checkIntegrity(db, AREAS)).toEqual([])
      const events = await db.selectFrom('logged_event').select('type').where('type', '=', 'player.deleted').execute()
      expect(events).toHaveLength(1)
    })
    rmSync(pack, { recursive: true, force: true })
    await store.remove()
  },
  CRASH_TIMEOUT_MS,
)
