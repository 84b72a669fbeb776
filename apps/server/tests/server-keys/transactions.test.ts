import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { FIRST_ITEM_ID } from '../support/make-pack.ts'
import { order, serveMarket } from '../support/market-server.ts'
import { newSteamId, Player } from '../support/player.ts'
import { PUT, ServerClient, transactionRequest } from '../support/server-client.ts'
import { STORE_KINDS } from '../support/stores.ts'
import { STARTER_COINS, STARTER_COUNT } from '../support/test-server.ts'

const ITEM = FIRST_ITEM_ID
const GET = 'GET /players/:steam_id/transactions/:transaction_id'
const INVENTORY = 'GET /players/:steam_id/inventory'
const drop = (delta: number) => ({ items: [{ item_id: ITEM, delta }] })

describe.each(STORE_KINDS)('transactions of the game’s server on %s', (kind) => {
  const { server, db, restart } = serveMarket(kind)
  let game: ServerClient
  const restartAll = async (): Promise<void> => {
    await restart()
    game = game.at(server())
  }

  beforeAll(async () => {
    game = await ServerClient.open(server())
  })

  it('give and take whole, as one operation of the key with a row of the audit log', async () => {
    const anna = await Player.signIn(server())
    const given = await game.post(anna.steamId, 'quest:1', { ...drop(3), coins: 50, reason: 'wolf "hunt"' })
    expect(given).toMatchObject({
      transaction_id: 'quest:1',
      replayed: false,
      items: [{ item_id: ITEM, change: 3, free: STARTER_COUNT + 3 }],
      coins: { change: 50, free: STARTER_COINS + 50 },
    })
    await game.refused('not_enough_items', PUT, transactionRequest(anna.steamId, 'q', { ...drop(-99), coins: 1 }))
    expect([await anna.coins(), await anna.countOf(ITEM)]).toEqual([STARTER_COINS + 50, STARTER_COUNT + 3])
    const rows = await db().selectFrom('audit_log').selectAll().where('target', '=', anna.steamId).execute()
    expect(rows).toMatchObject([
      {
        actor_name: 'quest server',
        actor_role: 'server_key',
        action: 'transaction.post',
        reason: 'wolf "hunt"',
        operation_ids: [given.operation_id],
        outcome: 'done',
      },
    ])
    const { rows: operations } = await sql<{ actor_id: string }>`select actor_id from operation
      where operation_id = ${given.operation_id}::uuid`.execute(db())
    expect(operations).toEqual([{ actor_id: rows[0]?.actor_id }])
  })

  it('are applied once when the same id is sent again, and again after a restart', async () => {
    const anna = await Player.signIn(server())
    const first = await game.post(anna.steamId, 'lost', drop(2))
    expect(await game.post(anna.steamId, 'lost', drop(2))).toEqual({ ...first, replayed: true })
    expect(await game.call(GET, { params: { steam_id: anna.steamId, transaction_id: 'lost' } })).toEqual({
      ...first,
      replayed: true,
    })
    await game.refused('idempotency_conflict', PUT, transactionRequest(anna.steamId, 'lost', drop(3)))
    await sql`delete from command_outcome`.execute(db())
    await restartAll()
    expect(await game.post(anna.steamId, 'lost', drop(2))).toEqual({ ...first, replayed: true })
    await game.refused('idempotency_conflict', PUT, transactionRequest(anna.steamId, 'lost', { coins: 1 }))
    const other = await ServerClient.open(server())
    expect(await other.post(anna.steamId, 'lost', drop(2))).toMatchObject({ replayed: false })
    await other.refused('transaction_not_found', GET, { params: { steam_id: anna.steamId, transaction_id: 'never' } })
  })

  it('sent many times at once are applied once', async () => {
    const anna = await Player.signIn(server())
    const all = await Promise.all(Array.from({ length: 20 }, () => game.post(anna.steamId, 'race', { coins: 7 })))
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(new Set(all.map(({ operation_id: id }) => id)).size).toBe(1)
    expect(await anna.coins()).toBe(STARTER_COINS + 7)
  })

  it('with the version that they saw let one of several through', async () => {
    const anna = await Player.signIn(server())
    const { version } = await game.call(INVENTORY, { params: { steam_id: anna.steamId } })
    const sent = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        game.send(PUT, transactionRequest(anna.steamId, `v${index}`, { coins: 1 }, { 'if-match': `"${version}"` })),
      ),
    )
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412, 412])
    expect(await anna.coins()).toBe(STARTER_COINS + 1)
    await game.refused('invalid_input', PUT, transactionRequest(anna.steamId, 'w', { coins: 1 }, { 'if-match': '*' }))
  })

  it('never exceed the daily ceilings of their key, however many arrive at once', async () => {
    const anna = await Player.signIn(server())
    const key = await ServerClient.open(server(), { ceilings: { coins: 10, units_per_item: 4 } })
    const posted = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        key.send(PUT, transactionRequest(anna.steamId, `c${index}`, { coins: 3, ...drop(1) })),
      ),
    )
    expect(posted.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 429, 429, 429, 429, 429,
    ])
    expect(Number(posted.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(0)
    await restartAll()
    const params = await key
      .at(server())
      .refused('ceiling_reached', PUT, transactionRequest(anna.steamId, 'd', drop(2)))
    expect(Reflect.get(params, 'resets_at')).toBeGreaterThan(Date.now() / 1_000)
  })

  it('create players, who get the starter pack at their first sign-in and once', async () => {
    const steamId = newSteamId()
    await game.refused('user_not_found', PUT, transactionRequest(steamId, 'n', { coins: 5 }))
    const both = await Promise.all(['n1', 'n2'].map((id) => game.post(steamId, id, { coins: 5, create_player: true })))
    expect(Math.max(...both.map(({ coins }) => coins.free))).toBe(10)
    const rows = await db()
      .selectFrom('audit_log')
      .select(['actor_name', 'outcome'])
      .where('target', '=', steamId)
      .where('action', '=', 'player.create')
      .where('outcome', '=', 'done')
      .execute()
    expect(rows).toEqual([{ actor_name: 'quest server', outcome: 'done' }])
    const boris = await Player.signIn(server())
    const anna = await Player.signIn(server(), steamId, boris.userId)
    expect(await anna.coins()).toBe(STARTER_COINS + 10)
    expect(await anna.call('GET /referral/get')).toMatchObject({ referrer: { is_rewarded: false } })
    const again = await Player.signIn(server(), steamId)
    expect([await again.coins(), await again.countOf(ITEM)]).toEqual([STARTER_COINS + 10, STARTER_COUNT])
  })

  it('in bulk have one outcome each, in order', async () => {
    const [anna, unknown, made] = [await Player.signIn(server()), newSteamId(), newSteamId()]
    const entry = (steam_id: string, transaction_id: string, more: object) => ({
      steam_id,
      transaction_id,
      kind: 'quest_drop',
      ...more,
    })
    const transactions = [
      entry(anna.steamId, 'b1', { coins: 1 }),
      entry(anna.steamId, 'b1', { coins: 1 }),
      entry(anna.steamId, 'b2', { coins: -99_999 }),
      entry(unknown, 'b3', { coins: 1 }),
      entry(made, 'b4', { coins: 2, create_player: true }),
      entry(made, 'b5', { coins: 3, create_player: true }),
      entry(anna.steamId, 'b6', { coins: 1, if_match: 0 }),
    ]
    const { outcomes } = await game.call('POST /transactions', { body: { transactions } })
    expect(outcomes.map(({ result, error }) => error?.code ?? [result?.replayed, result?.coins.free])).toEqual([
      [false, STARTER_COINS + 1],
      [true, STARTER_COINS + 1],
      'not_enough_coins',
      'user_not_found',
      [false, 2],
      [false, 5],
      'version_mismatch',
    ])
  })

  it('of one key do not fill the writer’s queue: calls beyond two thousand at once are rejected', async () => {
    const { steamId } = await Player.signIn(server())
    const bulk = (call: number) =>
      game.send('POST /transactions', {
        body: {
          transactions: Array.from({ length: 500 }, (_, at) => ({
            steam_id: steamId,
            transaction_id: `flood-${call}-${at}`,
            kind: 'quest_drop',
            coins: 1,
          })),
        },
      })
    // Ten times what is accepted at once: a server that decides some of them before the others arrive still rejects.
    const answers = await Promise.all(Array.from({ length: 40 }, (_, call) => bulk(call)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    const { coins } = await game.call(INVENTORY, { params: { steam_id: steamId } })
    expect(coins.free).toBe(STARTER_COINS + (answers.length - refused.length) * 500)
  })

  it('change the version and the ETag of the inventory', async () => {
    const anna = await Player.signIn(server())
    const params = { steam_id: anna.steamId }
    const first = await game.send(INVENTORY, { params })
    const tag = first.headers.get('etag') ?? ''
    const known = await game.send(INVENTORY, { params, headers: { 'if-none-match': tag } })
    expect([first.status, known.status, await known.text()]).toEqual([200, 304, ''])
    await anna.call('POST /marketplace/create-sell-lot', order(ITEM, 5_000, 2))
    const changed = await game.send(INVENTORY, { params, headers: { 'if-none-match': tag } })
    expect(changed.status).toBe(200)
    expect(await changed.json()).toMatchObject({
      items: expect.arrayContaining([{ item_id: ITEM, free: STARTER_COUNT - 2, held: 2 }]) as unknown,
    })
  })
})
