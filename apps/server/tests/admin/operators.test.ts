import { randomUUID } from 'node:crypto'
import { calls, OPERATOR_ACTIONS, ROLES, type CallName, type ErrorCode, type Role } from '@clutch/contract'
import { HOUR_MS } from '@clutch/contract/formats'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { errorBodyOf } from '../support/answers.ts'
import { FIRST_ITEM_ID } from '../support/make-pack.ts'
import { newSteamId, Player } from '../support/player.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const ADMIN = '76561198000000114'
const OPERATOR_CALLS = (Object.keys(calls) as CallName[]).filter((name) =>
  ['moderator', 'admin'].includes(calls[name].access),
)

describe.each(STORE_KINDS)('operators on %s', (kind) => {
  let platform: SimulatedPlatform
  let store: TestStore
  let server: TestServer
  let admin: Player
  let anna: Player
  beforeAll(async () => {
    platform = await startSimulatedPlatform()
    store = await createTestStore(kind)
    server = await startTestServer({
      store,
      environment: {
        PLATFORM_SIM_PORT: new URL(platform.url).port,
        ADMIN_STEAM_IDS: ADMIN,
        STEAM_DLC_APP_IDS: 'styria=2,nortopia=3',
      },
    })
    admin = await Player.signIn(server, ADMIN)
    anna = await Player.signIn(server)
  })
  afterEach(async () => {
    expect(await checkIntegrity(db(), AREAS)).toEqual([])
  })
  afterAll(async () => {
    await server.close()
    await store.remove()
    await platform.close()
  })
  const db = () => server.server.context.store.db

  /** A player with a role who signed in this many hours ago. */
  async function playerOf(role: Role, hoursAgo = 0): Promise<Player> {
    const player = await Player.signIn(server, newSteamId())
    if (role !== 'player') await admin.call('POST /admin/set-role', { steam_id: player.steamId, role })
    if (hoursAgo === 0) return player
    const sessionId = v7({ msecs: Date.now() - hoursAgo * HOUR_MS })
    const claims = { userId: player.userId, sessionId, roles: [] }
    const token = await server.server.context.accessTokens.issue(claims, 600)
    return new Player(server, player.userId, token, player.steamId)
  }

  async function rowsOf(actor: Player): Promise<{ action: string; outcome: string }[]> {
    const { response } = await admin.call('POST /admin/audit', { actor: actor.userId })
    return response.map(({ action, outcome }) => ({ action, outcome }))
  }

  // One access check serves all stores.
  describe.runIf(kind === 'postgres').each(OPERATOR_CALLS)('%s', (name) => {
    const { action = '', access } = calls[name] as { action?: string; access: Role }

    it('names an action of the table and requires its role', () => {
      expect(Object.entries(OPERATOR_ACTIONS)).toContainEqual([action, access])
    })

    const lesser = ROLES.slice(0, ROLES.indexOf(access)).map((role) => ({ role, hoursAgo: 0, code: 'forbidden' }))
    it.each([...lesser, { role: access, hoursAgo: 12.1, code: 'sign_in_too_old' }])(
      'rejects a $role signed in $hoursAgo h ago with $code and logs it',
      async ({ role, hoursAgo, code }) => {
        const player = await playerOf(role, hoursAgo)
        await player.refused(code as ErrorCode, name)
        expect(await rowsOf(player)).toEqual([{ action, outcome: code }])
      },
    )

    it.runIf(calls[name].bodyType === 'json')('logs what cannot be read', async () => {
      const operator = await playerOf('admin')
      await errorBodyOf(await operator.send(name, { nonsense: 1 } as never))
      expect(await rowsOf(operator)).toEqual([{ action, outcome: 'invalid_input' }])
    })
  })

  it('show a player with all fields', async () => {
    const { user } = await admin.call('POST /admin/get_user', { steam_id: anna.steamId })
    expect(user).toMatchObject({
      user_uuid: anna.userId,
      name: expect.stringMatching(/^Player /),
      lang: 'ru',
      role: 'player',
      wallet: 1_000,
      has_starter_pack: true,
      energy: 0,
      hoges_dlc_enabled: false,
    })
    // The simulated platform gives each application to every other player.
    expect(user.styria_dlc_enabled).not.toBe(user.nortopia_dlc_enabled)
    expect(user.inventory_items).toContainEqual({ item_id: FIRST_ITEM_ID, count: 5 })
  })

  it('give and take once per key, each with one row in the log', async () => {
    const player = await Player.signIn(server)
    const request = {
      steam_id: player.steamId,
      item_id: FIRST_ITEM_ID,
      count: 7,
      idempotency_key: randomUUID(),
      reason: 'lost in a "crash"',
    }
    const first = await admin.call('POST /admin/add', request)
    expect(await admin.call('POST /admin/add', request)).toEqual(first)
    await admin.refused('idempotency_conflict', 'POST /admin/add', { ...request, reason: 'another' })
    expect(await player.countOf(FIRST_ITEM_ID)).toBe(12)
    const taken = await admin.call('POST /admin/consume', { ...request, idempotency_key: randomUUID(), count: 12 })
    expect(taken.user.inventory_items.map(({ item_id }) => item_id)).not.toContain(FIRST_ITEM_ID)
    const { response } = await player.call('POST /inventory/history', { filter_item_id: FIRST_ITEM_ID })
    expect(response.map(({ uuid, operation_code }) => [uuid, operation_code])).toMatchObject([
      [taken.operation_id, 'customer_support'],
      [first.operation_id, 'customer_support'],
      [expect.anything(), 'starter_pack'],
    ])
    const rows = (await admin.call('POST /admin/audit', { target: player.steamId })).response
    expect(rows.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'item.consume done',
      'item.add idempotency_conflict',
      'item.add repeated',
      'item.add done',
    ])
    expect(rows[3]).toMatchObject({
      actor_id: admin.userId,
      actor_role: 'admin',
      target: player.steamId,
      operation_ids: [first.operation_id],
      reason: 'lost in a "crash"',
      before: { [player.userId]: { [FIRST_ITEM_ID]: 5 } },
      after: { [player.userId]: { [FIRST_ITEM_ID]: 12 } },
      idempotency_key: request.idempotency_key,
      address: '127.0.0.1',
    })
  })

  it('give and take coins, all or nothing', async () => {
    const player = await Player.signIn(server)
    const before = await player.coins()
    const change = (count: number) => ({
      steam_id: player.steamId,
      item_id: 0,
      count,
      idempotency_key: randomUUID(),
      reason: 'refund',
    })
    const { user } = await admin.call('POST /admin/add', change(30))
    expect(user.wallet).toBe(before + 30)
    await admin.refused('not_enough_coins', 'POST /admin/consume', change(before + 31))
    expect((await admin.call('POST /admin/consume', change(before + 30))).user.wallet).toBe(0)
  })

  it('create quest drops on request', async () => {
    const player = await Player.signIn(server)
    const request = { steam_id: player.steamId, item_id: FIRST_ITEM_ID, count: 1, idempotency_key: randomUUID() }
    await admin.call('POST /admin/add', { ...request, kind: 'quest_drop' })
    const { response } = await player.call('POST /inventory/history', {})
    expect(response[0]).toMatchObject({ operation_code: 'quest_drop' })
  })

  it('promote and demote from the next call on, and never themselves', async () => {
    const helper = await playerOf('admin')
    await helper.call('POST /admin/get_user', { steam_id: ADMIN })
    expect((await helper.call('GET /get_profile')).user.roles).toEqual(['player', 'moderator', 'admin'])
    await helper.refused('own_role', 'POST /admin/set-role', { steam_id: helper.steamId, role: 'player' })
    await helper.refused('named_in_settings', 'POST /admin/set-role', { steam_id: ADMIN, role: 'player' })
    await admin.call('POST /admin/set-role', { steam_id: helper.steamId, role: 'moderator', reason: 'moved on' })
    await helper.refused('forbidden', 'POST /admin/get_user', { steam_id: ADMIN })
    const { response } = await admin.call('POST /admin/audit', { target: helper.steamId, action: 'role.change' })
    expect(response[0]).toMatchObject({ before: { role: 'admin' }, after: { role: 'moderator' }, reason: 'moved on' })
  })

  it('find players, annotate them, sign them out and ban them', async () => {
    const player = await Player.signIn(server)
    const { steamId: steam_id, userId } = player
    for (const q of [steam_id, userId, steam_id.slice(-5)]) {
      const { response } = await admin.call('POST /admin/find-users', { q })
      expect(response.map(({ user_uuid }) => user_uuid)).toContain(userId)
    }
    expect((await admin.call('POST /admin/find-users', { q: '%' })).response).toEqual([])
    await admin.call('POST /admin/add-note', { steam_id, text: 'asked twice for coins' })
    const { file } = await admin.call('POST /admin/player-file', { steam_id })
    expect(file).toMatchObject({ notes: [{ text: 'asked twice for coins' }], banned_until: 0, open_lots: 0 })
    expect(file.sessions).toHaveLength(1)
    const { response: ledger } = await admin.call('POST /admin/operations', { steam_id })
    expect(ledger).toMatchObject([
      { kind: 'starter_pack', lines: [{ asset: 0, change: 1_000, after: 1_000 }, {}, {}, {}] },
    ])

    await admin.call('POST /admin/end-sessions', { steam_id, reason: 'lost his phone' })
    await player.refused('unauthorized', 'GET /get_profile')
    const again = await Player.signIn(server, steam_id)
    const until = Math.floor(Date.now() / 1_000) + 3_600
    await admin.call('POST /admin/ban', { steam_id, until, reason: 'bots' })
    await again.refused('unauthorized', 'GET /get_profile')
    const signIn = () =>
      fetch(`${server.url}/api/auth/client_steam_auth_callback`, {
        method: 'POST',
        body: new URLSearchParams({ ticket: `sim-${steam_id}`, username: '' }),
      })
    const banned = await errorBodyOf(await signIn())
    expect(banned).toMatchObject({ code: 'banned', params: { reason: 'bots' } })
    expect((await admin.call('POST /admin/find-users', { q: steam_id })).response[0]?.banned_until).toBe(until)
    await admin.call('POST /admin/ban', { steam_id, until: 0, reason: 'it was his cat' })
    expect((await signIn()).status).toBe(200)

    const beforeSec = Math.floor(Date.now() / 1_000)
    await admin.call('POST /admin/ban', { steam_id, seconds: 3_600, reason: 'bots again' })
    const bannedUntil = (await admin.call('POST /admin/find-users', { q: steam_id })).response[0]?.banned_until ?? 0
    expect(bannedUntil).toBeGreaterThanOrEqual(beforeSec + 3_600)
    expect(bannedUntil).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000) + 3_600)
    await admin.refused('invalid_input', 'POST /admin/ban', {
      steam_id,
      until: beforeSec - 600,
      reason: 'a slow clock',
    })
    expect((await errorBodyOf(await signIn())).code).toBe('banned')
    await admin.call('POST /admin/ban', { steam_id, seconds: 0, reason: 'his cat again' })
    expect((await signIn()).status).toBe(200)
  })

  it('have an append-only log', async () => {
    for (const change of [sql`update audit_log set reason = ''`, sql`delete from audit_log`, sql`truncate audit_log`]) {
      await expect(change.execute(db())).rejects.toThrow('cannot be changed')
    }
  })

  it('export the log as JSON lines, oldest first, and page through it newest first', async () => {
    const response = await admin.send('POST /admin/audit/export', { action: 'role.change' })
    expect(response.headers.get('content-type')).toContain('application/x-ndjson')
    const lines = (await response.text()).trimEnd().split('\n')
    const ids = lines.map((line) => (JSON.parse(line) as { id: string }).id)
    expect(ids.length).toBeGreaterThan(3)
    expect(ids).toEqual(ids.toSorted())
    const all: string[] = []
    for (let last_uuid = ''; ; last_uuid = all.at(-1) ?? '') {
      const page = (await admin.call('POST /admin/audit', { last_uuid })).response
      if (page.length === 0) break
      all.push(...page.map(({ id }) => id))
    }
    expect(all).toEqual(all.toSorted().toReversed())
    expect(new Set(all).size).toBe(all.length)
  })
})
