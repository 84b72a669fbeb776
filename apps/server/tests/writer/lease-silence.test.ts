import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { startBehindProxy, type ServerBehindProxy } from '../support/behind-proxy.ts'
import { accessTokenOf, Browser } from '../support/browser.ts'
import { FIRST_ITEM_ID } from '../support/make-pack.ts'
import { order } from '../support/market-server.ts'
import { startNats, type TestNats } from '../support/nats.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { newSteamId, Player } from '../support/player.ts'
import type { Moment, Way } from '../support/relay.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import type { TestServer } from '../support/test-server.ts'

const ROUNDS = Number(process.env['LEASE_ROUNDS'] ?? 1)
const TRADERS = 4
/** Callers get a response within 10 s; a loaded machine takes longer. Without deadlines they would get none at all. */
/** Rejected callers retry. */
const RETRY_PAUSE_MS = 50
const TEST_MAX_MS = 180_000 + ROUNDS * 60_000
const PLACED_KIND = 4

const statusOf = async (url: string, method = 'GET'): Promise<number> =>
  (await fetch(url, { method, signal: AbortSignal.timeout(PATIENCE_MS) })).status
const healthOf = ({ url }: TestServer) => statusOf(`${url}/api/health`)

/** Sends an order as `player`; the server may have to read their token's session from its store. */
async function place({ url }: TestServer, { token }: Player, key: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/api/marketplace/create-sell-lot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
    body: JSON.stringify(order(FIRST_ITEM_ID, 7, 1)),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  return { status: response.status, text: await response.text() }
}

/** Starts traders who place one order after another until they are stopped, and record the responses. */
function letTrade(server: TestServer, players: readonly Player[]) {
  const acknowledged = new Map<string, { player: Player; text: string }>()
  const doubtful = new Map<string, Player>()
  const refusals: number[] = []
  const over = new AbortController()
  const tradeOn = async (player: Player): Promise<void> => {
    while (!over.signal.aborted) {
      const key = randomUUID()
      doubtful.set(key, player)
      const { status, text } = await place(server, player, key)
      if (status === 200) {
        doubtful.delete(key)
        acknowledged.set(key, { player, text })
      } else {
        refusals.push(status)
        await wait(RETRY_PAUSE_MS)
      }
    }
  }
  const trading = Promise.all(players.map(tradeOn))
  return {
    acknowledged,
    doubtful,
    refusals,
    /** @throws when an order was not answered at all */
    async stop() {
      over.abort()
      await trading
    },
  }
}

const MOMENTS: readonly { what: string; moment: Moment; ways?: readonly Way[]; isForgotten: boolean }[] = [
  { what: 'before a batch, both ways', moment: { text: 'begin', place: 'before' }, isForgotten: false },
  {
    what: 'between a commit and its response, both ways, permanently for open connections',
    moment: { text: 'commit', place: 'behind' },
    isForgotten: true,
  },
  {
    what: 'before a batch, towards the database',
    moment: { text: 'begin', place: 'before' },
    ways: ['to the target'],
    isForgotten: true,
  },
  {
    what: 'between a commit and its response, towards the server',
    moment: { text: 'commit', place: 'behind' },
    ways: ['to the caller'],
    isForgotten: false,
  },
]

/**
 * The servers that the moments strike, started one after another because servers of one process share their metrics.
 */
const servers: ServerBehindProxy[] = []
/** A writer, and the servers next to it that serve players of the same world. */
let writing: ServerBehindProxy
const serving: ServerBehindProxy[] = []
let platform: SimulatedPlatform
let nats: TestNats
beforeAll(async () => {
  platform = await startSimulatedPlatform()
  for (const _ of MOMENTS) servers.push(await startBehindProxy(platform))
  nats = await startNats()
  writing = await startBehindProxy(platform, nats)
  // The others must find a working writer.
  await vi.waitFor(async () => expect(await healthOf(writing.server)).toBe(200), PATIENCE_MS)
  for (let count = 0; count < 2; count += 1) {
    serving.push(await startBehindProxy(platform, nats, writing.store))
  }
})
afterAll(async () => {
  for (const reached of [...servers, ...serving, writing]) await reached.close()
  await nats.stop()
  await platform.close()
})

function at(all: readonly ServerBehindProxy[], index: number): ServerBehindProxy {
  const found = all[index]
  if (found === undefined) throw new Error(`There is no server ${index}`)
  return found
}

describe.concurrent('a server whose network to the database falls silent', () => {
  it.for(MOMENTS.map((what, index) => ({ ...what, index })))(
    'responds to every caller, reports itself unhealthy, and recovers with the network: $what',
    { timeout: TEST_MAX_MS },
    async ({ moment, ways, isForgotten, index }, { expect }) => {
      const { server, proxy, store } = at(servers, index)
      const sent = new Map<string, Player>()
      for (let round = 0; round < ROUNDS; round += 1) {
        // A player may have only a limited number of open lots.
        const players = await Promise.all(Array.from({ length: TRADERS }, () => Player.signIn(server)))
        const [reader] = players
        const isRead = async () => (await reader?.send('POST /marketplace/get-lot-history', {}))?.status
        const traders = letTrade(server, players)
        await expect.poll(() => traders.acknowledged.size).toBeGreaterThan(TRADERS)
        await proxy.fallSilentAt(moment, ways)
        const read = isRead()
        await expect.poll(() => healthOf(server)).toBe(503)
        expect(await statusOf(`${server.url}/api/health/live`)).toBe(200)
        // The waiting caller has received an error.
        expect(await read).toBe(503)
        await expect.poll(() => traders.refusals.length).toBeGreaterThanOrEqual(TRADERS)
        await traders.stop()
        expect(new Set(traders.refusals)).toEqual(new Set([503]))
        // Reads from memory continue.
        expect(await statusOf(`${server.url}/api/marketplace/get-all-prices`, 'POST')).toBe(200)
        expect(await healthOf(server)).toBe(503)

        if (isForgotten) proxy.speakToNewOnly()
        else proxy.speak()
        await expect.poll(() => healthOf(server)).toBe(200)
        await expect.poll(isRead).toBe(200)
        for (const [key, { player, text }] of traders.acknowledged) {
          expect(await place(server, player, key)).toEqual({ status: 200, text })
          sent.set(key, player)
        }
        for (const [key, player] of traders.doubtful) {
          expect((await place(server, player, key)).status).toBe(200)
          sent.set(key, player)
        }
      }
      const direct = await store.open()
      const placed = await direct.db
        .selectFrom('operation')
        .select('cause_id')
        .where('kind', '=', PLACED_KIND)
        .execute()
      expect(placed).toHaveLength(sent.size)
      expect(await checkIntegrity(direct.db, AREAS)).toEqual([])
      await direct.close()
    },
  )
})

const authorized = (token: string) => ({ authorization: `Bearer ${token}` })

async function bestPriceAt({ url }: TestServer, itemId: number): Promise<number | undefined> {
  const answer = await fetch(`${url}/api/marketplace/get-all-prices`, { method: 'POST' })
  const { sell_lots } = (await answer.json()) as { sell_lots: { item_type_id: number; price: number }[] }
  return sell_lots.find((entry) => entry.item_type_id === itemId)?.price
}

describe.concurrent('a server next to the writer whose network falls silent', () => {
  it.for([
    { what: 'and delivers late', isForgotten: false, index: 0 },
    { what: 'permanently for open connections', isForgotten: true, index: 1 },
  ])(
    'executes no order after rejecting it, and refetches everything it missed: $what',
    { timeout: TEST_MAX_MS },
    async ({ isForgotten, index }, { expect }) => {
      const { server, proxy, busProxy } = at(serving, index)
      const relays = [proxy, ...(busProxy ? [busProxy] : [])]
      // Each trades a different item.
      const itemId = FIRST_ITEM_ID + index
      const player = await Player.signIn(server)
      const atWriter = new Player(writing.server, player.userId, player.token, player.steamId)
      const lots = async () => (await atWriter.call('POST /marketplace/get-my-lots')).lots.map((lot) => lot.price)
      await player.call('POST /marketplace/create-sell-lot', order(itemId, 90, 1))
      const browser = new Browser()
      const form = new URLSearchParams({ ticket: `sim-${newSteamId()}`, username: '' })
      const token = await accessTokenOf(await browser.post(`${server.url}/api/auth/client_steam_auth_callback`, form))
      const isLetIn = async () => (await fetch(`${server.url}/api/get_profile`, { headers: authorized(token) })).status
      expect(await isLetIn()).toBe(200)

      for (const relay of relays) relay.fallSilent()
      const refused = await player.send('POST /marketplace/create-sell-lot', order(itemId, 80, 1))
      expect(refused.status).toBe(503)
      await browser.post(`${writing.server.url}/api/auth/logout`, undefined, authorized(token))
      await atWriter.call('POST /marketplace/create-sell-lot', order(itemId, 60, 1))

      for (const relay of relays) {
        if (isForgotten) relay.speakToNewOnly()
        else relay.speak()
      }
      await expect.poll(isLetIn).toBe(401)
      await expect.poll(() => bestPriceAt(server, itemId)).toBe(60)
      const sell = async () => (await player.send('POST /marketplace/create-sell-lot', order(itemId, 70, 1))).status
      await expect.poll(sell).toBe(200)
      // An event sent before the network fell silent would have arrived before this one.
      expect(await lots()).not.toContain(80)
    },
  )
})
