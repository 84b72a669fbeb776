import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { DEMO_PLAYERS } from '../src/players.ts'
import { readSettings } from '../src/settings.ts'
import { startPlatformSim, type PlatformSim } from '../src/start.ts'

const KEY = 'a-publisher-key'
const APP_ID = 480
const GOLD = 9_001
const BRONZE = 9_003
const PLAYER = '76561198000000101'
const RETURN_TO = 'http://game.test:3000/api/auth/steam/callback?state=abc'
const settings = {
  port: 0,
  host: '127.0.0.1',
  publicUrl: undefined,
  apiKey: KEY,
  appId: APP_ID,
  dataDir: undefined,
  coinItemIds: { gold: GOLD, silver: 9_002, bronze: BRONZE },
  faults: undefined,
}

let sim: PlatformSim
beforeAll(async () => {
  sim = await startPlatformSim(settings)
})
afterAll(() => sim.close())

const request = {
  'openid.ns': 'http://specs.openid.net/auth/2.0',
  'openid.mode': 'checkid_setup',
  'openid.claimed_id': 'http://specs.openid.net/auth/2.0/identifier_select',
  'openid.identity': 'http://specs.openid.net/auth/2.0/identifier_select',
  'openid.realm': 'http://game.test:3000/',
  'openid.return_to': RETURN_TO,
}

function post(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
}

async function signIn(player = PLAYER): Promise<Record<string, string>> {
  const answer = await post(`${sim.url}/openid/login`, { ...request, player })
  expect(answer.status).toBe(302)
  return Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams)
}

async function confirm(assertion: Record<string, string>): Promise<string> {
  return (await post(`${sim.url}/openid/login`, { ...assertion, 'openid.mode': 'check_authentication' })).text()
}

describe('signing in with OpenID', () => {
  it('lists every demo player on one page', async () => {
    const answer = await fetch(`${sim.url}/openid/login?${new URLSearchParams(request).toString()}`)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(DEMO_PLAYERS.length).toBeGreaterThanOrEqual(12)
    for (const { steamId } of DEMO_PLAYERS) expect(html).toContain(`value="${steamId}"`)
    expect(html).toContain('game.test:3000')
  })

  it('escapes values of the request in the page', async () => {
    const hostile = { ...request, 'openid.return_to': 'http://game.test:3000/"><script>alert(1)</script>' }
    const html = await (await fetch(`${sim.url}/openid/login?${new URLSearchParams(hostile).toString()}`)).text()
    expect(html).not.toContain('<script>alert')
  })

  it.each([
    ['without a namespace', { 'openid.ns': '' }],
    ['with another mode', { 'openid.mode': 'id_res' }],
    ['naming an identity itself', { 'openid.identity': 'http://elsewhere/' }],
    ['returning outside its realm', { 'openid.return_to': 'http://thief.test/' }],
    ['returning to a script', { 'openid.return_to': 'javascript:alert(1)' }],
  ])('refuses a request %s', async (_, change) => {
    const answer = await fetch(`${sim.url}/openid/login?${new URLSearchParams({ ...request, ...change }).toString()}`)
    expect(answer.status).toBe(400)
  })

  it('returns exactly the fields the platform signs', async () => {
    const assertion = await signIn()
    expect(assertion).toMatchObject({
      state: 'abc',
      'openid.ns': 'http://specs.openid.net/auth/2.0',
      'openid.mode': 'id_res',
      'openid.op_endpoint': `${sim.url}/openid/login`,
      'openid.claimed_id': `${sim.url}/openid/id/${PLAYER}`,
      'openid.identity': `${sim.url}/openid/id/${PLAYER}`,
      'openid.return_to': RETURN_TO,
      'openid.assoc_handle': '1234567890',
      'openid.signed': 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle',
    })
    expect(assertion['openid.response_nonce']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ.+/)
  })

  it('confirms an assertion only once', async () => {
    const assertion = await signIn()
    expect(await confirm(assertion)).toBe('ns:http://specs.openid.net/auth/2.0\nis_valid:true\n')
    expect(await confirm(assertion)).toContain('is_valid:false\n')
  })

  it.each(['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle', 'signed', 'sig'])(
    'does not confirm an assertion with a changed %s',
    async (name) => {
      const assertion = await signIn()
      expect(await confirm({ ...assertion, [`openid.${name}`]: `${assertion[`openid.${name}`]}0` })).toContain(
        'is_valid:false',
      )
    },
  )

  it('returns the browser without an identity on cancel', async () => {
    const answer = await post(`${sim.url}/openid/login`, { ...request, cancel: '1' })
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('openid.mode')).toBe('cancel')
  })

  it('signs in any valid id and rejects invalid ones', async () => {
    expect((await signIn('76561199999999999'))['openid.identity']).toContain('/76561199999999999')
    expect((await post(`${sim.url}/openid/login`, { ...request, player: '123' })).status).toBe(400)
  })
})

function url(path: string, parameters: Record<string, string>): string {
  return `${sim.url}${path}?${new URLSearchParams({ key: KEY, appid: String(APP_ID), ...parameters }).toString()}`
}

async function authenticate(ticket: string): Promise<unknown> {
  return (await fetch(url('/ISteamUserAuth/AuthenticateUserTicket/v1/', { ticket, identity: 'clutch' }))).json()
}

describe('tickets and names', () => {
  it.each([
    ['as text', `sim-${PLAYER}`],
    ['as hex', Buffer.from(`sim-${PLAYER}`).toString('hex')],
    ['as upper-case hex', Buffer.from(`sim-${PLAYER}`).toString('hex').toUpperCase()],
  ])('accepts a ticket %s', async (_, ticket) => {
    expect(await authenticate(ticket)).toMatchObject({
      response: { params: { result: 'OK', steamid: PLAYER, ownersteamid: PLAYER, vacbanned: false } },
    })
  })

  it.each(['sim-123', `sim-${PLAYER}0`, `x-sim-${PLAYER}`, 'abcdef', `sim-1${PLAYER.slice(1)}`])(
    'rejects the ticket %s with error 101',
    async (ticket) => {
      expect(await authenticate(ticket)).toEqual({
        response: { error: { errorcode: 101, errordesc: 'Invalid ticket' } },
      })
    },
  )

  it('rejects callers without the publisher key', async () => {
    const paths = ['/ISteamUserAuth/AuthenticateUserTicket/v1/', '/IInventoryService/GetInventory/v1/']
    for (const path of paths) expect((await fetch(url(path, { key: 'wrong' }))).status).toBe(403)
    expect((await post(`${sim.url}/IInventoryService/AddItem/v1/`, { steamid: PLAYER })).status).toBe(403)
  })

  it('returns persona names of demo players and others', async () => {
    const answer = await fetch(url('/ISteamUser/GetPlayerSummaries/v2/', { steamids: `${PLAYER},76561199999912345,7` }))
    expect(await answer.json()).toMatchObject({
      response: {
        players: [
          { steamid: PLAYER, personaname: 'Yolanda Brightpan' },
          { steamid: '76561199999912345', personaname: 'Player 12345' },
        ],
      },
    })
  })
})

const item = z.object({ itemid: z.string().optional(), itemdefid: z.string(), quantity: z.number() })
const inventoryAnswer = z.object({ response: z.object({ item_json: z.string(), replayed: z.boolean().optional() }) })
type Item = z.infer<typeof item>

async function itemsOf(answer: Response): Promise<{ items: Item[]; replayed: boolean | undefined }> {
  const { response } = inventoryAnswer.parse(await answer.json())
  return { items: z.array(item).parse(JSON.parse(response.item_json)), replayed: response.replayed }
}

function inventoryCall(method: string, fields: Record<string, string>): Promise<Response> {
  return post(`${sim.url}/IInventoryService/${method}/v1/`, { key: KEY, appid: String(APP_ID), ...fields })
}

async function inventory(steamid: string): Promise<Item[]> {
  return (await itemsOf(await fetch(url('/IInventoryService/GetInventory/v1/', { steamid })))).items
}

describe('the inventory service', () => {
  it('gives initial coins to demo players only', async () => {
    const items = await inventory('76561198000000102')
    expect(items.map((item) => item.itemdefid)).toEqual(['9001', '9002', '9003'])
    expect(await inventory('76561199999999998')).toEqual([])
  })

  it('grants once per request id', async () => {
    const grant = { steamid: '76561199000000001', 'itemdefid[0]': '9003', 'itemdefid[1]': '9003', requestid: '77' }
    const first = await itemsOf(await inventoryCall('AddItem', grant))
    const again = await itemsOf(await inventoryCall('AddItem', grant))
    expect(first).toMatchObject({ items: [{ itemdefid: '9003', quantity: 2 }], replayed: false })
    expect(again).toEqual({ items: first.items, replayed: true })
    expect(await inventory(grant.steamid)).toHaveLength(1)
  })

  it('unpacks a coin pack and returns the inserted items', async () => {
    const steamid = '76561199000000002'
    const { items } = await itemsOf(
      await inventoryCall('AddItem', { input_json: JSON.stringify({ steamid, itemdefid: [BRONZE + 100, BRONZE] }) }),
    )
    expect(items).toMatchObject([{ itemdefid: '9003', quantity: 101 }])
  })

  it('consumes once per request id and returns the current state to a repeat', async () => {
    const steamid = '76561198000000103'
    const gold = (await inventory(steamid))[0]
    const take = { steamid, itemid: gold?.itemid ?? '', quantity: '5', requestid: '1' }
    expect((await itemsOf(await inventoryCall('ConsumeItem', take))).items[0]?.quantity).toBe(20)
    expect(await itemsOf(await inventoryCall('ConsumeItem', take))).toMatchObject({
      items: [{ quantity: 20 }],
      replayed: true,
    })
    expect((await inventory(steamid))[0]?.quantity).toBe(20)
  })

  it('separates request ids by player and method', async () => {
    for (const steamid of ['76561199000000003', '76561199000000004']) {
      const added = await itemsOf(await inventoryCall('AddItem', { steamid, 'itemdefid[0]': '7', requestid: '5' }))
      const itemid = added.items[0]?.itemid ?? ''
      const taken = await itemsOf(
        await inventoryCall('ConsumeItem', { steamid, itemid, quantity: '1', requestid: '5' }),
      )
      expect([added.replayed, taken.replayed]).toEqual([false, false])
    }
  })

  it('consumes nothing if the stack is too small', async () => {
    const steamid = '76561198000000104'
    const gold = (await inventory(steamid))[0]
    const take = { steamid, itemid: gold?.itemid ?? '', quantity: '26', requestid: '2' }
    const refused = await inventoryCall('ConsumeItem', take)
    expect([refused.status, refused.headers.get('x-eresult')]).toEqual([400, '8'])
    expect(refused.headers.get('x-error_message')).toBe('not_enough_items')
    expect((await inventory(steamid))[0]?.quantity).toBe(25)
  })

  it('merges stacks and counts them', async () => {
    const steamid = '76561199000000005'
    for (const requestid of ['1', '2', '3']) {
      await inventoryCall('AddItem', { steamid, 'itemdefid[0]': '9001', requestid })
    }
    expect(await inventory(steamid)).toHaveLength(3)
    await inventoryCall('Consolidate', { steamid, 'itemdefid[0]': '9001', force: '1' })
    expect(await inventory(steamid)).toMatchObject([{ itemdefid: '9001', quantity: 3 }])
    const counted = await fetch(url('/IInventoryService/GetQuantity/v1/', { steamid, 'itemdefid[0]': '9001' }))
    expect((await itemsOf(counted)).items).toEqual([{ itemdefid: '9001', quantity: 3 }])
  })

  it.each([
    ['a negative quantity', { quantity: '-1' }],
    ['a broken quantity', { quantity: '1.5' }],
    ['an impossible player', { steamid: '123' }],
  ])('refuses %s', async (_, change) => {
    const fields = { steamid: PLAYER, itemid: '5000000001', quantity: '1', requestid: '9', ...change }
    expect((await inventoryCall('ConsumeItem', fields)).status).toBe(400)
  })
})

describe('a restart', () => {
  it('keeps wallets and remembered request ids', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'platform-sim-'))
    const grant = { key: KEY, steamid: '76561199000000009', 'itemdefid[0]': '9001', requestid: '1' }
    try {
      const before = await startPlatformSim({ ...settings, dataDir })
      const grants = Array.from({ length: 20 }, (_, index) => ({ ...grant, requestid: String(index + 1) }))
      await Promise.all(grants.map((fields) => post(`${before.url}/IInventoryService/AddItem/v1/`, fields)))
      await before.close()
      const after = await startPlatformSim({ ...settings, dataDir })
      const repeat = await itemsOf(await post(`${after.url}/IInventoryService/AddItem/v1/`, grant))
      const parameters = new URLSearchParams({ key: KEY, steamid: grant.steamid })
      const { items } = await itemsOf(
        await fetch(`${after.url}/IInventoryService/GetInventory/v1/?${parameters.toString()}`),
      )
      await after.close()
      expect([repeat.replayed, items.length]).toEqual([true, 20])
    } finally {
      await rm(dataDir, { recursive: true })
    }
  })
})

describe('settings', () => {
  it('has sensible defaults', () => {
    expect(readSettings({})).toMatchObject({ ok: true, settings: { port: 3001, dataDir: 'data' } })
  })

  it.each([
    ['NODE_ENV', 'production'],
    ['NODE_ENV', 'PROD '],
    ['NODE_ENV', 'live'],
    ['PLATFORM_SIM_HOST', '0.0.0.0'],
    ['PLATFORM_SIM_PUBLIC_URL', 'http://platform.example'],
    ['HOST', '::'],
    ['PUBLIC_URL', 'https://market.example'],
  ])('reject public addresses unless explicitly allowed: %s=%s', (name, value) => {
    const read = readSettings({ [name]: value })
    expect(read.ok ? [] : read.problems).toEqual([expect.stringMatching(`^${name}: `)])
    expect(readSettings({ [name]: value, ALLOW_INSECURE_PLATFORM: 'on' })).toMatchObject({ ok: true })
  })

  it('names the invalid variable', () => {
    expect(readSettings({ PLATFORM_SIM_PORT: 'many' })).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('PLATFORM_SIM_PORT')],
    })
  })
})

it('stops while a client holds an idle connection', async () => {
  const other = await startPlatformSim(settings)
  const { hostname, port } = new URL(other.url)
  const silent = connect(Number(port), hostname).resume()
  await once(silent, 'connect')
  const cutOff = once(silent, 'close')
  await other.close()
  await expect(cutOff).resolves.toEqual([false])
})
