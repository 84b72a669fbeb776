import { randomUUID } from 'node:crypto'
import { calls, type CallName } from '@clutch/contract'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ENERGY_ITEM_ID, FIRST_ITEM_ID, RECIPES } from '../support/make-pack.ts'
import { serveMarket } from '../support/market-server.ts'
import { Player } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'

/** These call the platform before or instead of the writer: see `exchange.test.ts`. */
const OF_THE_PLATFORM = new Set(['POST /marketplace/exchange-from-steam-coins', 'POST /inventory/stack-steam'])
/** Player commands that go through the writer. The chat stores separate outcomes: see `chat.test.ts`. */
const COMMANDS = Object.entries(calls).flatMap(([name, { command, access, area }]) =>
  command && access === 'player' && area !== 'chat' && !OF_THE_PLATFORM.has(name) ? [name as CallName] : [],
)
const ADMIN = '76561198000000114'
const [ORE, INGOT] = [FIRST_ITEM_ID, FIRST_ITEM_ID + 1]
const order = (price: number) => ({ item_type_id: ORE, price, count: 1 })
const lot = () => ({ lot_uuid: randomUUID() })
const job = () => ({ id: randomUUID() })
/** Placeholders for two existing players. */
const [BORIS, CARLA] = [randomUUID(), randomUUID()]
const FRIENDS = [{ friend_uuid: BORIS }, { friend_uuid: CARLA }] as const
const USERS = [{ user_uuid: BORIS }, { user_uuid: CARLA }] as const
const alert = (price: number) => ({ item_id: ORE, side: 'buy', direction: 'above', price })
const harvest = (parallel: number) => ({
  receipt_id: RECIPES.harvest,
  enabled: false,
  max_parallel: parallel,
  items: [],
})

/**
 * Two bodies of each command that the contract allows, whether or not the rules accept them; one if there is only one.
 */
const BODIES: Readonly<Record<string, readonly [unknown, unknown] | readonly [unknown]>> = {
  'POST /marketplace/buy-lot': [order(5), order(6)],
  'POST /marketplace/sell-to-buy-lot': [order(5), order(6)],
  'POST /marketplace/create-sell-lot': [order(50), order(60)],
  'POST /marketplace/create-buy-lot': [order(5), order(6)],
  'POST /marketplace/cancel-lot': [lot(), lot()],
  'POST /marketplace/change-lot-price': [
    { ...lot(), price: 5 },
    { ...lot(), price: 6 },
  ],
  'POST /watchlist/set': [
    { item_id: ORE, is_watched: true },
    { item_id: INGOT, is_watched: true },
  ],
  'POST /alerts/create': [alert(1_000), alert(2_000)],
  'POST /alerts/delete': [{ alert_id: randomUUID() }, { alert_id: randomUUID() }],
  'POST /notifications/mark-read': [{ up_to: randomUUID() }, { up_to: randomUUID() }],
  'POST /craft/start': [
    { receipt_id: RECIPES.slowCraft, count: 1 },
    { receipt_id: RECIPES.slowCraft, count: 2 },
  ],
  'POST /craft/cancel': [job(), job()],
  'POST /factory/start': [
    { receipt_id: RECIPES.factory, input_ids: [ORE], count: 1 },
    { receipt_id: RECIPES.factory, input_ids: [ORE], count: 2 },
  ],
  'POST /factory/cancel': [job(), job()],
  'POST /harvest/update': [harvest(1), harvest(2)],
  'POST /energy/activate': [{}],
  'POST /rent/put': [
    { item_id: ORE, count: 1 },
    { item_id: ORE, count: 2 },
  ],
  'POST /rent/take-back': [
    { item_id: ORE, count: 1 },
    { item_id: ORE, count: 2 },
  ],
  'POST /rent/take-salary': [{ item_ids: [ORE] }, { item_ids: [INGOT] }],
  'POST /rent/buy-item': [
    { rent_id: ORE, item_id: INGOT, count: 1 },
    { rent_id: ORE, item_id: INGOT, count: 2 },
  ],
  'POST /social/send-friend-invite': FRIENDS,
  'POST /social/accept-friend-invite': FRIENDS,
  'POST /social/decline-friend-invite': FRIENDS,
  'POST /social/remove-friend': FRIENDS,
  'POST /social/cancel-invitation': FRIENDS,
  'POST /social/block-user': USERS,
  'POST /social/unblock-user': USERS,
  'POST /social/create-trade': USERS,
  'POST /social/decline-trade': [job(), job()],
  'POST /social/cancel-trade': [job(), job()],
  'POST /social/confirm-trade': [
    { ...job(), trade_item: { coins: 0, items: {} } },
    { ...job(), trade_item: { coins: 1, items: {} } },
  ],
  'POST /marketplace/exchange-to-steam-coins': [
    { currency: 'gold', count: 1_000_000 },
    { currency: 'gold', count: 2_000_000 },
  ],
  'POST /roulette/spin': [{ count: 1 }, { count: 2 }],
  'POST /roulette/set-client-seed': [{ client_seed: 'mine' }, { client_seed: 'yours' }],
}

/**
 * Console calls carry their key in the body (rules §0). See `content-load.test.ts` for loading a pack,
 * `exchange.test.ts` for deciding an exchange and `watch.test.ts` for resuming the economy.
 */
const TESTED_ELSEWHERE = new Set([
  'POST /admin/load-content',
  'POST /admin/decide-exchange',
  'POST /admin/thaw-economy',
])
const KEYED = (Object.keys(calls) as CallName[]).filter(
  (name) => hasKey(calls[name].body) && !TESTED_ELSEWHERE.has(name),
)

function hasKey(body: z.ZodType): boolean {
  return body instanceof z.ZodObject && 'idempotency_key' in body.shape
}

describe.each(STORE_KINDS)('the idempotency key on %s', (kind) => {
  const { db, newPlayer } = serveMarket(kind, { production: true, roulette: true })

  it.each(COMMANDS)('of %s returns the first outcome again and does nothing more', async (name) => {
    const bodies = BODIES[name]
    if (bodies === undefined) throw new Error(`Add bodies for the command ${name}`)
    const [body, other] = bodies
    const player = await newPlayer(1_000, { [ORE]: 500, [INGOT]: 500, [ENERGY_ITEM_ID]: 5 })
    const [boris, carla] = [await newPlayer(), await newPlayer()]
    const headers = { 'idempotency-key': randomUUID() }
    const send = async (given: unknown) => {
      const text = JSON.stringify(given).replace(BORIS, boris.userId).replace(CARLA, carla.userId)
      const response = await player.send(name, JSON.parse(text) as never, headers)
      return { status: response.status, body: (await response.json()) as { code?: string } }
    }
    const first = await send(body)
    const operations = () => db().selectFrom('operation').selectAll().where('user_id', '=', player.userId).execute()
    const done = await operations()
    const outcomes = await db()
      .selectFrom('command_outcome')
      .select('key')
      .where('key', '=', headers['idempotency-key'])
      .execute()
    expect(outcomes).toHaveLength(1)
    const again = await send(body)
    expect([again.status, await operations()]).toEqual([first.status, done])
    const conflict = other === undefined ? undefined : await send(other)
    expect([conflict?.status, conflict?.body.code]).toEqual(
      other === undefined ? [undefined, undefined] : [409, 'idempotency_conflict'],
    )
  })
})

function newsEntry(entry_id: string) {
  const content = { kind: 'changelog' as const, version: entry_id.slice(0, 8), changes: [{ en: 'Better' }] }
  return { entry_id, seen_version: 0, visible_from: null, visible_until: null, content }
}

interface KeyedCall {
  readonly name: CallName
  readonly body: Readonly<Record<string, unknown>>
  readonly other: Readonly<Record<string, unknown>>
  /** Reads the effect of the call, to be compared after the repeat. */
  readonly done: () => Promise<unknown>
}

describe.each(STORE_KINDS)('the key in the body of a console call on %s', (kind) => {
  const { server, db, newPlayer } = serveMarket(kind, {}, { ADMIN_STEAM_IDS: ADMIN })
  /** Sorted explicitly: a run of an earlier test may end meanwhile, which moves its row. */
  const serverKeys = () => db().selectFrom('server_key').select(['key_id', 'revoked_at_ms']).orderBy('key_id').execute()
  const runs = () =>
    db().selectFrom('compensation_run').select(['run_id', 'turn', 'stopped_at_ms']).orderBy('run_id').execute()

  async function start(admin: Player, steamId: string) {
    const players = { kind: 'list', text: steamId } as const
    const body = { players, coins: 7, reason: 'a slip', expected_players: 1, idempotency_key: randomUUID() }
    const { run } = await admin.call('POST /admin/compensation/start', body)
    await expect
      .poll(() => db().selectFrom('compensation_run').select('ended_at_ms').where('run_id', '=', run.id).execute())
      .toEqual([{ ended_at_ms: expect.any(Number) }])
    return run.id
  }

  /** An unfinished run, as it is in the middle of its work. */
  async function openRun(admin: Player, steamId: string, stopped_at_ms: number | null): Promise<object> {
    const run_id = await start(admin, steamId)
    await db()
      .updateTable('compensation_run')
      .set({ ended_at_ms: null, stopped_at_ms })
      .where('run_id', '=', run_id)
      .execute()
    return { run_id, reason: 'hold on' }
  }

  const newsRows = () => db().selectFrom('news_entry').selectAll().orderBy('entry_id').execute()
  const rowOf = ({ userId }: Player) => db().selectFrom('player').selectAll().where('user_id', '=', userId).execute()

  const newWebhook = () => ({ id: randomUUID(), url: 'http://127.0.0.1:65001/', enabled: false })
  const webhooks = () => db().selectFrom('webhook').select(['webhook_id', 'secret']).orderBy('webhook_id').execute()
  async function setWebhook(admin: Player): Promise<string> {
    const webhook = { ...newWebhook(), reason: 'a new endpoint', idempotency_key: randomUUID() }
    await admin.call('POST /admin/set-webhook', webhook)
    return webhook.id
  }
  const deletionsOf = ({ userId }: Player) =>
    db().selectFrom('account_deletion').select('number').where('user_id', '=', userId).execute()

  const PREPARE: Readonly<Record<string, (admin: Player, anna: Player) => Promise<Omit<KeyedCall, 'name'>>>> = {
    'POST /admin/add': async (_, anna) => ({
      body: { steam_id: anna.steamId, item_id: ORE, count: 7 },
      other: { count: 8 },
      done: () => anna.countOf(ORE),
    }),
    'POST /admin/consume': async (_, anna) => ({
      body: { steam_id: anna.steamId, item_id: ORE, count: 7 },
      other: { count: 8 },
      done: () => anna.countOf(ORE),
    }),
    'POST /admin/set-role': async (_, anna) => ({
      body: { steam_id: anna.steamId, role: 'moderator' },
      other: { role: 'admin' },
      done: () => rowOf(anna),
    }),
    'POST /admin/add-note': async (_, anna) => ({
      body: { steam_id: anna.steamId, text: 'a note' },
      other: { text: 'another note' },
      done: () =>
        db()
          .selectFrom('audit_log')
          .select('audit_id')
          .where('reason', '=', 'a note')
          .where('outcome', '=', 'done')
          .execute(),
    }),
    'POST /admin/end-sessions': async (_, anna) => ({
      body: { steam_id: anna.steamId, reason: 'a lost phone' },
      other: { reason: 'another' },
      done: () =>
        db()
          .selectFrom('session')
          .select('session_id')
          .where('user_id', '=', anna.userId)
          .where('ended_at_ms', 'is', null)
          .execute(),
    }),
    'POST /admin/ban': async (_, anna) => ({
      body: { steam_id: anna.steamId, until: 9_000_000_000, reason: 'a cheat' },
      other: { reason: 'another' },
      done: () => rowOf(anna),
    }),
    'POST /admin/freeze-trading': async (_, anna) => ({
      body: { steam_id: anna.steamId, is_frozen: true, reason: 'a cheat' },
      other: { is_frozen: false },
      done: () => db().selectFrom('trading_freeze').selectAll().where('user_id', '=', anna.userId).execute(),
    }),
    'POST /admin/freeze-item': async () => ({
      body: { item_id: INGOT, is_frozen: true, cancel_lots: true, reason: 'a broken recipe' },
      other: { reason: 'another' },
      done: () => db().selectFrom('item_freeze').selectAll().execute(),
    }),
    'POST /admin/save-news': async () => ({
      body: newsEntry(randomUUID()),
      other: { visible_until: 9_000_000_000 },
      done: newsRows,
    }),
    'POST /admin/withdraw-news': async (admin) => {
      const entry_id = randomUUID()
      await admin.call('POST /admin/save-news', newsEntry(entry_id))
      return {
        body: { entry_id, seen_version: 1, is_withdrawn: true, reason: 'a slip' },
        other: { reason: 'another' },
        done: newsRows,
      }
    },
    'POST /admin/compensation/start': async (_, anna) => ({
      body: { players: { kind: 'list', text: anna.steamId }, coins: 7, reason: 'a slip', expected_players: 1 },
      other: { coins: 8 },
      done: runs,
    }),
    'POST /admin/create-server-key': async () => ({
      body: { name: 'quests', scopes: ['players:read'], reason: 'a new server' },
      other: { name: 'drops' },
      done: serverKeys,
    }),
    'POST /admin/revoke-server-key': async (admin) => {
      const terms = { name: 'quests', scopes: ['players:read' as const], reason: 'a new server' }
      const { key } = await admin.call('POST /admin/create-server-key', { ...terms, idempotency_key: randomUUID() })
      return { body: { id: key.id, reason: 'leaked' }, other: { reason: 'another' }, done: serverKeys }
    },
    'POST /admin/set-webhook': async () => ({
      body: { ...newWebhook(), reason: 'a new endpoint' },
      other: { reason: 'another' },
      done: webhooks,
    }),
    'POST /admin/rotate-webhook-secret': async (admin) => ({
      body: { id: await setWebhook(admin), reason: 'leaked' },
      other: { reason: 'another' },
      done: webhooks,
    }),
    'POST /admin/delete-webhook': async (admin) => ({
      body: { id: await setWebhook(admin), reason: 'unused' },
      other: { reason: 'another' },
      done: webhooks,
    }),
    'POST /admin/send-webhook': async (admin) => {
      const id = await setWebhook(admin)
      return {
        body: { id, delivery_id: null },
        other: { id: await setWebhook(admin) },
        done: () => db().selectFrom('webhook_delivery').select('delivery_id').where('webhook_id', '=', id).execute(),
      }
    },
    'POST /admin/delete-player': async (_, anna) => ({
      body: { steam_id: anna.steamId, reason: 'on request' },
      other: { reason: 'another' },
      done: () => deletionsOf(anna),
    }),
    'POST /admin/keep-player': async (admin, anna) => {
      const request = { steam_id: anna.steamId, reason: 'on request', idempotency_key: randomUUID() }
      await admin.call('POST /admin/delete-player', request)
      return {
        body: { steam_id: anna.steamId, reason: 'a change of mind' },
        other: { reason: 'another' },
        done: () => deletionsOf(anna),
      }
    },
    'POST /admin/export-player': async (_, anna) => ({
      body: { steam_id: anna.steamId, reason: 'on request' },
      other: { reason: 'another' },
      done: () => db().selectFrom('data_export').select('export_id').where('user_id', '=', anna.userId).execute(),
    }),
    'POST /admin/compensation/stop': async (admin, anna) => ({
      body: { ...(await openRun(admin, anna.steamId, null)) },
      other: { reason: 'another' },
      done: runs,
    }),
    'POST /admin/compensation/resume': async (admin, anna) => ({
      body: { ...(await openRun(admin, anna.steamId, Date.now())) },
      other: { reason: 'another' },
      done: runs,
    }),
  }

  it.each(KEYED)('of %s acts once, returns the same again, and logs every attempt', async (name) => {
    const prepare = PREPARE[name]
    if (prepare === undefined) throw new Error(`Add how ${name} is sent: it has a key in its body`)
    const admin = await Player.signIn(server(), ADMIN)
    const anna = await newPlayer(0, { [ORE]: 500 })
    const { body, other, done } = await prepare(admin, anna)
    const keyed = { ...body, idempotency_key: randomUUID() }
    const before = await done()
    const first = await admin.send(name, keyed as never)
    const after = await done()
    expect(first.status).toBe(200)
    expect(after).not.toEqual(before)
    const again = await admin.send(name, keyed as never)
    expect([again.status, await done()]).toEqual([200, after])
    await admin.refused('idempotency_conflict', name, { ...keyed, ...other } as never)
    expect(await done()).toEqual(after)
    const rows = (await admin.call('POST /admin/audit', { actor: admin.userId })).response
    expect(rows.filter((row) => row.idempotency_key === keyed.idempotency_key).map(({ outcome }) => outcome)).toEqual([
      'idempotency_conflict',
      'repeated',
      'done',
    ])
  })

  it('of an operator acts once when all its requests arrive at once', async () => {
    const admin = await Player.signIn(server(), ADMIN)
    const { steamId: steam_id } = await newPlayer()
    const note = { steam_id, text: 'once', idempotency_key: randomUUID() }
    const responses = await Promise.all(Array.from({ length: 6 }, () => admin.send('POST /admin/add-note', note)))
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
    const { response } = await admin.call('POST /admin/audit', { target: steam_id, action: 'user.note' })
    expect(response.filter(({ outcome }) => outcome === 'done')).toHaveLength(1)
    expect(response.filter(({ outcome }) => outcome === 'repeated')).toHaveLength(5)
  })

  it('serves one call only: an operator’s command or a market command, whichever comes first', async () => {
    const admin = await Player.signIn(server(), ADMIN)
    const anna = await newPlayer()
    const note = { steam_id: anna.steamId, text: 'a note' }
    const bid = { item_type_id: ORE, price: 1, count: 1 }
    await admin.call('POST /admin/add-note', { ...note, idempotency_key: 'note-first' })
    const late = await admin.send('POST /marketplace/create-buy-lot', bid, { 'idempotency-key': 'note-first' })
    expect(late.status).toBe(409)
    await admin.call('POST /marketplace/create-buy-lot', bid, { 'idempotency-key': 'lot-first' })
    expect((await admin.send('POST /admin/add-note', { ...note, idempotency_key: 'lot-first' })).status).toBe(409)
  })
})
