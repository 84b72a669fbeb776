import { serverCalls, type ServerCallName } from '@clutch/contract/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { isAllowed } from '../../src/auth/server-keys.ts'
import { newKey, parseKey } from '../../src/auth/key-text.ts'
import { serveMarket } from '../support/market-server.ts'
import { Player } from '../support/player.ts'
import { ServerClient, type ServerRequest } from '../support/server-client.ts'

const ADMIN = '76561198000000114'
const NAMES = Object.keys(serverCalls) as ServerCallName[]
const PARAMS = { steam_id: '76561198000009999', transaction_id: 'q', webhook_id: 'quests' }
const VALID: Partial<Record<ServerCallName, object>> = {
  'PUT /players/:steam_id/transactions/:transaction_id': { kind: 'quest_drop', coins: 1 },
  'POST /transactions': {
    transactions: [{ steam_id: PARAMS.steam_id, transaction_id: 'q', kind: 'quest_drop', coins: 1 }],
  },
  'POST /players/:steam_id/ban': { until: 9_999_999_999, reason: 'bot' },
  'POST /players/:steam_id/unban': { reason: 'appeal' },
  'PUT /webhooks/:webhook_id': { url: 'https://example.com/hook' },
  'PUT /webhooks/:webhook_id/secret': { keep_old_for_s: 60 },
}

describe('access of the game’s server', () => {
  const { server, db } = serveMarket('postgres', {}, { ADMIN_STEAM_IDS: ADMIN })
  const clients: Record<string, ServerClient> = {}
  const valid = (name: ServerCallName) => ({ params: PARAMS, ...(VALID[name] && { body: VALID[name] }) })

  beforeAll(async () => {
    const { url } = server()
    const player = await Player.signIn(server())
    const good = await ServerClient.open(server())
    const revoked = await ServerClient.open(server())
    await db().updateTable('server_key').set({ revoked_at_ms: 1 }).where('public_id', '=', revoked.keyId).execute()
    Object.assign(clients, {
      'no key': new ServerClient(url, ''),
      'a malformed key': new ServerClient(url, `${good.secret}x`),
      'a typing error': new ServerClient(
        url,
        good.secret.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      ),
      'an unknown key': new ServerClient(url, newKey('clk').text),
      'a player’s token': new ServerClient(url, player.token),
      'a revoked key': revoked,
      'an expired key': await ServerClient.open(server(), { expires_at: 1 }),
      'another network': await ServerClient.open(server(), { networks: ['10.0.0.0/8', 'fd00::/8'] }),
      'no scope': await ServerClient.open(server(), { scopes: ['content:write'] }),
      good,
    })
  })

  const client = (name: string): ServerClient => clients[name] ?? expect.fail(`no client ${name}`)

  describe.each(NAMES)('%s', (name) => {
    it.each([
      'no key',
      'a malformed key',
      'a typing error',
      'an unknown key',
      'a player’s token',
      'a revoked key',
      'an expired key',
    ])('rejects %s', async (who) => {
      expect(await client(who).refused('invalid_key', name, valid(name))).toEqual({})
    })

    it('rejects another network', async () => {
      expect(await client('another network').refused('network_not_allowed', name, valid(name))).toEqual({})
    })

    it.skipIf(name === 'POST /transactions')('names the scope that a key lacks', async () => {
      const params = await client('no scope').refused('missing_scope', name, valid(name))
      expect(params).toEqual({ scope: serverCalls[name].scopes[0] ?? 'coins:grant' })
    })

    it('rejects bodies and parameters that do not match the contract', async () => {
      const wrong: ServerRequest =
        VALID[name] === undefined
          ? { params: { ...PARAMS, steam_id: '12', webhook_id: 'a b' }, query: { limit: '0' } }
          : { params: PARAMS, body: { wrong: 1 } }
      expect(await client('good').refused('invalid_input', name, wrong)).toHaveProperty('detail')
    })
  })

  it('names the scope that a key lacks for each transaction of a bulk', async () => {
    const { outcomes } = await client('no scope').call('POST /transactions', valid('POST /transactions'))
    expect(outcomes[0]?.error).toMatchObject({ code: 'missing_scope', params: { scope: 'coins:grant' } })
  })

  it('has no CORS and no cookies, and states its budget', async () => {
    const response = await client('good').send('GET /players', { headers: { origin: 'https://elsewhere.example' } })
    expect(response.status).toBe(200)
    expect([response.headers.get('access-control-allow-origin'), response.headers.get('set-cookie')]).toEqual([
      null,
      null,
    ])
    expect(response.headers.get('ratelimit-policy')).toMatch(/^"key";q=\d+;w=10$/)
    expect(response.headers.get('ratelimit')).toMatch(/^"key";r=\d+;t=\d+$/)
  })

  it('shows how many attempts are left in answers to unusable keys', async () => {
    const response = await client('no key').send('GET /players')
    expect(response.status).toBe(401)
    expect(response.headers.get('ratelimit')).toMatch(/^"rejected";r=\d+;t=\d+$/)
  })

  it('cannot sign in as an operator, nor ban one', async () => {
    await Player.signIn(server(), ADMIN)
    const params = { steam_id: ADMIN }
    await client('good').refused('forbidden', 'POST /players/:steam_id/sign-in-links', { params })
    await client('good').refused('forbidden', 'POST /players/:steam_id/ban', {
      params,
      body: { until: 9_999_999_999, reason: 'bot' },
    })
    const audited = await db().selectFrom('audit_log').select('outcome').where('outcome', '=', 'forbidden').execute()
    expect(audited).toHaveLength(2)
  })

  it('does not extend to the calls of players, nor theirs to it', async () => {
    const headers = { authorization: `Bearer ${client('good').secret}` }
    const response = await fetch(`${server().url}/api/get_profile`, { headers })
    expect(response.status).toBe(401)
  })

  it('is created, listed and revoked in the console, with the secret shown once', async () => {
    const admin = await Player.signIn(server(), ADMIN)
    const terms = { name: 'quests', scopes: ['players:read'], reason: 'new server', idempotency_key: 'k1' } as const
    const body = { ...terms, scopes: [...terms.scopes] }
    const { key, secret } = await admin.call('POST /admin/create-server-key', body)
    expect((await admin.call('POST /admin/create-server-key', body)).secret).toBeNull()
    const { rows } = { rows: await db().selectFrom('server_key').selectAll().execute() }
    expect(JSON.stringify(rows)).not.toContain(secret)
    const machine = new ServerClient(server().url, secret ?? '', key.id)
    await machine.call('GET /players')
    await admin.call('POST /admin/revoke-server-key', { id: key.id, reason: 'leaked', idempotency_key: 'k2' })
    await expect.poll(async () => (await machine.send('GET /players')).status, { timeout: 2_000 }).toBe(401)
    await expect
      .poll(
        async () => {
          const { keys } = await admin.call('POST /admin/server-keys', {})
          return keys.find(({ id }) => id === key.id)?.days[0]?.calls ?? 0
        },
        { timeout: 10_000 },
      )
      .toBeGreaterThan(0)
    const { keys } = await admin.call('POST /admin/server-keys', {})
    expect(keys.find(({ id }) => id === key.id)).toMatchObject({ created_by: expect.any(String) as string })
    await admin.refused('not_found', 'POST /admin/revoke-server-key', {
      id: '0000000000',
      reason: 'none',
      idempotency_key: 'k3',
    })
  })

  it('signs a player in by a link, once, and pages and bans players', async () => {
    const anna = await Player.signIn(server())
    const params = { steam_id: anna.steamId }
    const good = client('good')
    const { url } = await good.call('POST /players/:steam_id/sign-in-links', { params })
    const open = (agent: string) =>
      fetch(`${server().url}/api/auth/client_steam_auth_callback`, {
        method: 'POST',
        headers: { 'user-agent': agent },
        body: new URLSearchParams({ ticket: new URL(url).searchParams.get('ticket') ?? '' }),
      })
    expect([(await open('one')).status, (await open('other')).status]).toEqual([200, 401])
    const first = await good.call('GET /players', { query: { limit: '1' } })
    const { players } = await good.call('GET /players', { query: { after: first.next ?? '', limit: '500' } })
    expect(players.map(({ steam_id }) => steam_id)).toContain(anna.steamId)
    expect(players.map(({ steam_id }) => steam_id)).not.toContain(first.players[0]?.steam_id)
    const until = Math.floor(Date.now() / 1_000) + 3_600
    await good.refused('invalid_input', 'POST /players/:steam_id/ban', { params, body: { until: 1, reason: 'bot' } })
    await good.call('POST /players/:steam_id/ban', { params, body: { until, reason: 'bot' } })
    await anna.refused('unauthorized', 'GET /get_profile')
    expect((await good.call('GET /players/:steam_id', { params })).player.banned_until).toBe(until)
    await good.call('POST /players/:steam_id/unban', { params, body: { reason: 'appeal' } })
    expect((await good.call('GET /players/:steam_id', { params })).player.banned_until).toBe(0)
  })
})

describe('a key’s text', () => {
  it('is parsed, and refused with any other character', () => {
    const { text, publicId, secretHash } = newKey('clk')
    expect(text).toMatch(/^clk_[0-9A-Za-z]{10}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/)
    expect(parseKey('clk', text)).toEqual({ publicId, secretHash })
    for (let index = 4; index < text.length; index += 1) {
      const other = text[index] === 'a' ? 'b' : 'a'
      expect(parseKey('clk', `${text.slice(0, index)}${other}${text.slice(index + 1)}`)).toBeUndefined()
    }
  })
})

it.each([
  ['10.1.2.3', ['10.0.0.0/8'], true],
  ['11.1.2.3', ['10.0.0.0/8'], false],
  ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
  ['fd00::1', ['10.0.0.0/8', 'fd00::/8'], true],
  ['fe80::1', ['fd00::/8'], false],
  ['9.9.9.9', [], true],
])('%s in %j is allowed: %s', (address, networks, expected) => {
  expect(isAllowed(address, networks)).toBe(expected)
})
