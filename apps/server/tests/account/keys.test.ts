import { calls, keyScopeOf, KEY_USES_LISTED, PLAYER_KEY_SCOPES, PLAYER_KEYS_MAX, type CallName } from '@clutch/contract'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { newKey } from '../../src/auth/key-text.ts'
import { PlayerKeys } from '../../src/auth/player-keys.ts'
import { openedAtMs } from '../../src/auth/sessions.ts'
import { order, serveMarket } from '../support/market-server.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { Player } from '../support/player.ts'

const NAMES = Object.keys(calls) as CallName[]
const HOUR_MS = 3_600_000

describe('players’ own keys', () => {
  const { server, db, newItem, newPlayer } = serveMarket('postgres', { playerKeys: 'trade' })
  let owner: Player
  const keys: Record<string, Player> = {}

  /** A client that sends a new key instead of a token. */
  const withKey = async (
    player: Player,
    scopes: readonly (typeof PLAYER_KEY_SCOPES)[number][],
    expires_at?: number,
  ) => {
    const body = { name: 'Spreadsheet', scopes: [...scopes], expires_at: expires_at ?? null }
    const { key, secret } = await player.call('POST /account/keys', body)
    return { id: key.id, client: new Player(server(), player.userId, secret, player.steamId) }
  }
  const statusOf = async (client: Player, name: CallName): Promise<[number, string | undefined]> => {
    const response = await client.send(name)
    if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) await response.body?.cancel()
    if (response.status !== 401 && response.status !== 403) return [response.status, undefined]
    return [response.status, ((await response.json()) as { code: string }).code]
  }

  beforeAll(async () => {
    owner = await newPlayer(1_000)
    for (const scope of PLAYER_KEY_SCOPES) keys[scope] = (await withKey(owner, [scope])).client
  })

  const keyOf = (scope: string): Player => {
    const client = keys[scope]
    if (client === undefined) throw new Error(`No key with ${scope}`)
    return client
  }

  describe.each(NAMES)('%s', (name) => {
    it.each(PLAYER_KEY_SCOPES)('accepts a key with %s only if it needs that scope', async (scope) => {
      const client = keyOf(scope)
      const [status, code] = await statusOf(client, name)
      const needed = keyScopeOf(name)
      const refusal = needed === undefined ? 'key_not_allowed' : 'missing_scope'
      // Without a body most calls are invalid, which is decided after access.
      const isAccepted = status === 200 || status === 400
      expect([isAccepted, code]).toEqual(needed === scope ? [true, undefined] : [false, refusal])
    })
  })

  it('never act on account, friends, chat, live connections or as an operator', () => {
    const allowed = NAMES.filter((name) => keyScopeOf(name) !== undefined)
    const areas = new Set(allowed.map((name) => calls[name].area))
    for (const area of ['account', 'auth', 'profile', 'live', 'social', 'chat', 'trades', 'admin', 'console']) {
      expect([...areas]).not.toContain(area)
    }
    expect(allowed.filter((name) => calls[name].access === 'admin' || calls[name].access === 'moderator')).toEqual([])
  })

  it('trade as their player', async () => {
    const good = newItem()
    const seller = await newPlayer(0, { [good]: 5 })
    const { client } = await withKey(seller, ['market:trade', 'account:read'])
    await client.call('POST /marketplace/create-sell-lot', order(good, 9, 2))
    const { lots } = await seller.call('POST /marketplace/get-my-lots', {})
    expect(lots).toHaveLength(1)
    expect(await client.countOf(good)).toBe(3)
  })

  it('are shown once, stored as a hash, and listed with their last 20 uses', async () => {
    const anna = await newPlayer()
    const { id, client } = await withKey(anna, ['account:read'])
    expect(client.token).toMatch(/^clp_[0-9A-Za-z]{10}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/)
    expect(JSON.stringify(await db().selectFrom('player_key').selectAll().execute())).not.toContain(client.token)
    await client.refused('key_not_allowed', 'GET /account')
    for (let use = 0; use < KEY_USES_LISTED + 5; use += 1) await client.call('POST /inventory/get')
    await client.refused('missing_scope', 'POST /marketplace/get-fair-prices')
    const uses = async () => (await anna.call('GET /account/keys')).keys.find((key) => key.id === id)?.uses ?? []
    await expect.poll(async () => (await uses())[0]?.status, { timeout: PATIENCE_MS }).toBe(403)
    expect(await uses()).toHaveLength(KEY_USES_LISTED)
    expect((await uses())[1]).toMatchObject({ call: 'POST /inventory/get', status: 200 })
    expect(JSON.stringify(await anna.call('GET /account/keys'))).not.toContain(client.token)
  })

  it('stop working when they are revoked or expire, and with another player’s ban', async () => {
    const anna = await newPlayer()
    const { id, client } = await withKey(anna, ['account:read'])
    const status = async () => (await client.send('POST /inventory/get')).status
    expect(await status()).toBe(200)
    const other = await newPlayer()
    await other.refused('key_not_found', 'POST /account/keys/revoke', { id })
    await anna.call('POST /account/keys/revoke', { id })
    await anna.refused('key_not_found', 'POST /account/keys/revoke', { id })
    await expect.poll(status, { timeout: 2_000 }).toBe(401)
    const expired = await withKey(anna, ['account:read'], 1)
    await expired.client.refused('unauthorized', 'POST /inventory/get')
    const banned = await withKey(anna, ['account:read'])
    await db()
      .updateTable('player')
      .set({ banned_until_ms: Date.now() + HOUR_MS })
      .where('user_id', '=', anna.userId)
      .execute()
    await banned.client.refused('unauthorized', 'POST /inventory/get')
    await db().updateTable('player').set({ banned_until_ms: 0 }).where('user_id', '=', anna.userId).execute()
  })

  it('with a typing error, of the game’s server, or never made are rejected', async () => {
    const { token } = keyOf('account:read')
    const typo = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    for (const text of [typo, newKey('clp').text, newKey('clk').text, token.replace('clp_', 'clk_')]) {
      const client = new Player(server(), owner.userId, text, owner.steamId)
      expect((await client.send('POST /inventory/get')).status).toBe(401)
    }
  })

  it('that were accepted before still are after their network guessed a hundred others', async () => {
    const [used, unused] = [await withKey(owner, ['market:read']), await withKey(owner, ['market:read'])]
    const log = pino({ level: 'silent' })
    const verifier = new PlayerKeys({ db: db(), setting: () => 'trade', log, rateLimitFactor: 1 })
    const isAccepted = async (text: string, address = '192.0.2.1') =>
      (await verifier.verify(text, address)) !== undefined
    expect(await isAccepted(used.client.token)).toBe(true)
    for (let guess = 0; guess < 100; guess += 1) expect(await isAccepted(newKey('clp').text)).toBe(false)
    expect([await isAccepted(used.client.token), await isAccepted(unused.client.token)]).toEqual([true, false])
    expect(await isAccepted(unused.client.token, '192.0.2.2')).toBe(true)
    await verifier.close()
  })

  it('are limited in number and need a recent sign-in', async () => {
    const anna = await newPlayer()
    for (let number = 0; number < PLAYER_KEYS_MAX; number += 1) await withKey(anna, ['market:read'])
    const body = { name: 'One more', scopes: ['market:read' as const] }
    await anna.refused('too_many_keys', 'POST /account/keys', body)
    const old = { userId: anna.userId, sessionId: sessionOpened(Date.now() - 13 * HOUR_MS), roles: [] }
    await db()
      .insertInto('session')
      .values({
        session_id: old.sessionId,
        user_id: anna.userId,
        token_hash: 'x',
        previous_hash: null,
        rotated_at_ms: Date.now(),
        expires_at_ms: Date.now() + HOUR_MS,
        ended_at_ms: null,
        device: '',
      })
      .execute()
    const token = await server().server.context.accessTokens.issue(old, 60)
    const returning = new Player(server(), anna.userId, token, anna.steamId)
    const refused = await returning.refused('sign_in_too_old', 'POST /account/keys', body)
    expect(refused.code).toBe('sign_in_too_old')
  })
})

describe('a game without trading keys', () => {
  const { newPlayer } = serveMarket('postgres')

  it('offers and creates only keys that read', async () => {
    const anna = await newPlayer()
    expect((await anna.call('GET /account/keys')).allowed_scopes).toEqual(['account:read', 'market:read'])
    const body = { name: 'Bot', scopes: ['market:read' as const, 'market:trade' as const] }
    await anna.refused('key_scope_off', 'POST /account/keys', body)
  })
})

describe('a game without keys', () => {
  const { newPlayer } = serveMarket('postgres', { playerKeys: 'off' })

  it('creates none', async () => {
    const anna = await newPlayer()
    expect((await anna.call('GET /account/keys')).allowed_scopes).toEqual([])
    await anna.refused('key_scope_off', 'POST /account/keys', { name: 'Bot', scopes: ['market:read'] })
  })
})

/** The id of a session that was opened at a time. */
function sessionOpened(atMs: number): string {
  const time = atMs.toString(16).padStart(12, '0')
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${'0'.repeat(12)}`
  expect(openedAtMs(id)).toBe(atMs)
  return id
}
