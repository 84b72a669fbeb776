import { NORMAL_CLOSE_CODE, SLOW_CONSUMER_CLOSE_CODE } from '@clutch/contract'
import { LotStatus, Side, type LiveEvent } from '@clutch/contract/live'
import { afterEach, beforeAll, afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BookUpdate } from '../../src/areas/marketplace/updates.ts'
import type { EconomyMessage } from '../../src/bus/message.ts'
import { SOCKETS_PER_USER_MAX } from '../../src/live/broadcaster.ts'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { LiveClient, statusOfUpgrade } from '../support/live-client.ts'
import { FIRST_ITEM_ID } from '../support/make-pack.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { Player } from '../support/player.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'
import { STARTER_COINS, startTestServer, type TestServer } from '../support/test-server.ts'

const ITEMS = 80
const STARTER_ITEMS = 20
/** How many of each test item a joining player has. */
const STOCK = 5
const OFFER = 'POST /marketplace/create-sell-lot'
const BID = 'POST /marketplace/create-buy-lot'
const BUY = 'POST /marketplace/buy-lot'
const CANCEL = 'POST /marketplace/cancel-lot'
const EMBEDDER = 'https://game.example'
/** Longer than the server buffers changes. */
const QUIET_MS = 300
/** How long the library waits for the other side to close by default. */
const ANSWER_TIMEOUT_MS = 30_000

function bookMessage(id: number, books: readonly BookUpdate[]): EconomyMessage {
  return { id, atMs: Date.now(), updates: { marketplace: { lots: [], prices: [], books } } }
}

/** Characters of a text that fills a connection within a few rounds. */
const LONG_TEXT = 500_000

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms))
}

/** Matches events by type and a part of their value. */
function is(type: LiveEvent['type'], part: object | bigint = {}): (event: LiveEvent) => boolean {
  return ({ payload }) => {
    if (payload.case !== type) return false
    const { value } = payload
    if (typeof part === 'bigint') return value === part
    return Object.entries(part).every(([name, expected]) => Reflect.get(Object(value), name) === expected)
  }
}

describe.each(STORE_KINDS)('on %s', (kind) => {
  let platform: SimulatedPlatform
  let store: TestStore
  let server: TestServer
  let clients: LiveClient[]
  /** An item for one test, so that it meets no lots of others; the following ids belong to it too. */
  let item = FIRST_ITEM_ID + STARTER_ITEMS
  beforeAll(async () => {
    platform = await startSimulatedPlatform()
    const environment = { PLATFORM_SIM_PORT: new URL(platform.url).port, EMBED_ORIGINS: EMBEDDER }
    store = await createTestStore(kind)
    server = await startTestServer({ store, environment, pack: { items: ITEMS } })
  })
  afterAll(async () => {
    await server.close()
    await store.remove()
    await platform.close()
  })
  beforeEach(() => {
    clients = []
    item += 2
  })
  afterEach(async () => {
    expect(await checkIntegrity(server.server.context.store.db, AREAS)).toEqual([])
    for (const client of clients) client.socket.terminate()
    await expect.poll(() => server.server.broadcaster.size).toBe(0)
  })

  function order(price: number, count: number, itemId = item) {
    return { item_type_id: itemId, price, count }
  }

  async function connect(player: Player): Promise<LiveClient> {
    const client = await LiveClient.open(player)
    clients.push(client)
    return client
  }

  async function join(): Promise<{ player: Player; live: LiveClient }> {
    const player = await Player.signIn(server)
    await player.grant(0, { [item]: STOCK })
    await settle()
    const live = await connect(player)
    // Every connection is greeted with the player's channels.
    await live.waitFor(is('channelsSub'))
    live.events.splice(0)
    return { player, live }
  }

  /** Waits until everything in transit has arrived. */
  async function settle(): Promise<void> {
    await wait(QUIET_MS)
  }

  describe('a heartbeat', () => {
    it("comes every 15 s, with the server's time", async () => {
      vi.useFakeTimers({ toFake: ['setInterval'] })
      try {
        const { live } = await join()
        expect(live.heartbeats).toEqual([])
        vi.advanceTimersByTime(15_000)
        await expect.poll(() => live.heartbeats).toHaveLength(1)
        vi.advanceTimersByTime(15_000)
        await expect.poll(() => live.heartbeats).toHaveLength(2)
        const [at = 0] = live.heartbeats
        expect(Math.abs(at - Date.now())).toBeLessThan(PATIENCE_MS)
        expect(live.events).toEqual([])
      } finally {
        vi.useRealTimers()
      }
    })

    it('comes at once when a client requests it', async () => {
      const { live } = await join()
      live.probe()
      await expect.poll(() => live.heartbeats).toHaveLength(1)
    })
  })

  describe('a live connection is opened', () => {
    it('once with each token', async () => {
      const player = await Player.signIn(server)
      const { token, server_url } = await player.call('GET /get-server')
      expect(server_url).toBe(server.url.replace('http', 'ws'))
      expect(await statusOfUpgrade(server, token)).toBe(101)
      expect(await statusOfUpgrade(server, token)).toBe(401)
    })

    it.each([
      ['without a token', undefined],
      ['with an empty token', ''],
      ['with a made-up token', 'x'.repeat(32)],
    ])('never %s', async (_, token) => {
      expect(await statusOfUpgrade(server, token)).toBe(401)
    })

    it('never with the access token or with two tokens', async () => {
      const player = await Player.signIn(server)
      const { token } = await player.call('GET /get-server')
      expect(await statusOfUpgrade(server, player.token)).toBe(401)
      expect((await fetch(`${server.url}/ws?token=${token}&token=${token}`)).status).toBe(401)
    })

    it('from our own pages and those that embed the app, and from no other site', async () => {
      const player = await Player.signIn(server)
      const statusFrom = async (origin: string): Promise<number> => {
        const { token } = await player.call('GET /get-server')
        return statusOfUpgrade(server, token, { origin })
      }
      expect(await statusFrom(server.url)).toBe(101)
      expect(await statusFrom(EMBEDDER)).toBe(101)
      for (const origin of [
        'https://evil.example',
        `${EMBEDDER}.evil.example`,
        'null',
        `https://${new URL(server.url).hostname}`,
      ])
        expect([origin, await statusFrom(origin)]).toEqual([origin, 403])
    })

    it('and misses neither personal nor public events after its token was issued', async () => {
      const player = await Player.signIn(server)
      const other = await Player.signIn(server)
      await other.grant(0, { [item]: STOCK })
      await settle()
      const late = await LiveClient.open(player, {}, async () => {
        await player.grant(7)
        await other.grant(9)
        await other.call(OFFER, order(33, 2))
        await settle()
      })
      clients.push(late)
      await late.waitFor(is('priceChanged', { itemId: BigInt(item), side: Side.SELL, price: 33n }))
      await late.waitFor(is('eggCoinsUpdated', BigInt(STARTER_COINS + 7)))
      expect(late.events.filter(is('eggCoinsUpdated'))).toHaveLength(1)
      expect(late.events.some(is('lotChanged'))).toBe(false)
      expect(late.follows).toBeGreaterThan(0)
    })

    it('and says after which message its events begin, so that clients can discard older responses', async () => {
      const { player, live } = await join()
      await expect.poll(() => live.follows).toBeGreaterThan(0)
      const asOf = async () => {
        const response = await fetch(`${server.url}/api/get_profile`, {
          headers: { authorization: `Bearer ${player.token}` },
        })
        return Number(response.headers.get('x-as-of'))
      }
      const before = await asOf()
      expect(before).toBeGreaterThanOrEqual(live.follows ?? Number.POSITIVE_INFINITY)
      await player.call(OFFER, order(34, 1))
      expect(await asOf()).toBeGreaterThan(before)
    })

    it('up to a limit per player until one of them closes', async () => {
      const player = await Player.signIn(server)
      const open = await Promise.all(Array.from({ length: SOCKETS_PER_USER_MAX }, () => connect(player)))
      const surplus = await connect(player)
      await expect.poll(() => surplus.closeCode).toBe(4_029)
      expect(server.server.broadcaster.size).toBe(SOCKETS_PER_USER_MAX)
      const other = await join()
      expect(other.live.closeCode).toBeUndefined()
      await open[0]?.close()
      await expect.poll(() => server.server.broadcaster.size).toBe(SOCKETS_PER_USER_MAX)
      const next = await connect(player)
      await settle()
      expect(next.closeCode).toBeUndefined()
    })
  })

  describe('a live connection reports', () => {
    it('items, coins and lots to a player within a second, on every device', async () => {
      const { player: anna, live } = await join()
      const phone = await connect(anna)
      const { lot } = await anna.call(OFFER, order(10, 2))
      for (const device of [live, phone]) {
        await device.waitFor(is('inventoryItemUpdated', { itemId: BigInt(item), count: BigInt(STOCK - 2) }))
        await device.waitFor(
          is('lotChanged', {
            lotUuid: lot?.lot_uuid,
            itemId: BigInt(item),
            side: Side.SELL,
            price: 10n,
            count: 2n,
            currentCount: 2n,
            status: LotStatus.OPEN,
            filledCount: 0n,
          }),
        )
      }
      await anna.call(BID, order(3, 4, item + 1))
      await live.waitFor(is('eggCoinsUpdated', BigInt(STARTER_COINS - 12)))
      await anna.call(CANCEL, { lot_uuid: lot?.lot_uuid ?? '' })
      await live.waitFor(is('inventoryItemUpdated', { itemId: BigInt(item), count: BigInt(STOCK) }))
      const last = await live.waitFor(is('lotChanged', { lotUuid: lot?.lot_uuid, status: LotStatus.CANCELLED }))
      expect(last.type).toBe('lotChanged')
    })

    it('each fill to the owner of a resting lot: count, price and remainder', async () => {
      const { player: anna, live } = await join()
      const boris = await Player.signIn(server)
      await anna.call(OFFER, order(10, 5))
      await boris.call(BUY, order(12, 2))
      await live.waitFor(
        is('lotChanged', { filledCount: 2n, filledPrice: 10n, currentCount: 3n, count: 5n, status: LotStatus.OPEN }),
      )
      await live.waitFor(is('eggCoinsUpdated', BigInt(STARTER_COINS + 20)))
      await boris.call(BUY, order(12, 3))
      const last = await live.waitFor(is('lotChanged', { filledCount: 3n, currentCount: 0n }))
      expect(last.payload.value).toMatchObject({ status: LotStatus.FILLED })
    })

    it("best prices and books to everyone, and no player's private data to others", async () => {
      const { player: anna } = await join()
      const { live: watcher } = await join()
      await anna.call(OFFER, order(10, 2))
      await watcher.waitFor(is('priceChanged', { itemId: BigInt(item), side: Side.SELL, price: 10n }))
      await watcher.waitFor(is('bookChanged', { itemId: BigInt(item), tradedCount: 0n }))
      const { player: chiyo, live: buyer } = await join()
      await chiyo.call(BUY, order(10, 2))
      await watcher.waitFor(is('priceChanged', { itemId: BigInt(item), side: Side.SELL, price: 0n }))
      await watcher.waitFor(is('bookChanged', { itemId: BigInt(item), tradedPrice: 10n, tradedCount: 2n }))
      await buyer.waitFor(is('inventoryItemUpdated', { itemId: BigInt(item), count: BigInt(STOCK + 2) }))
      await settle()
      expect(new Set(watcher.events.map(({ type }) => type))).toEqual(new Set(['priceChanged', 'bookChanged']))
      expect(buyer.events.filter(({ type }) => type === 'lotChanged')).toEqual([])
    })

    it('nothing of a rejected request', async () => {
      const { player: anna, live } = await join()
      await anna.refused('not_enough_items', OFFER, order(10, 50))
      await anna.refused('market_moved', BUY, order(10, 1))
      await settle()
      expect(live.events).toEqual([])
    })

    it('events with unique ids and times in milliseconds that never go back', async () => {
      const { player: anna, live } = await join()
      const beforeMs = Date.now()
      for (let price = 10; price < 15; price += 1) await anna.call(OFFER, order(price, 1))
      await live.waitFor(is('inventoryItemUpdated', { count: 0n }))
      await settle()
      const times = live.events.map(({ timestampMs }) => timestampMs)
      expect(Math.min(...times)).toBeGreaterThanOrEqual(beforeMs - 1_000)
      expect(Math.max(...times)).toBeLessThanOrEqual(Date.now() + 1_000)
      const ids = live.events.map(({ eventId }) => eventId)
      expect(new Set(ids).size).toBe(ids.length)
      const counts = live.events.filter(is('inventoryItemUpdated')).map(({ timestampMs }) => timestampMs)
      expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    })

    it('only the last value of what changes often, in few batches, and every change of a lot', async () => {
      const { player: anna, live } = await join()
      await anna.grant(0, { [item]: 1_000 })
      await settle()
      live.events.splice(0)
      live.batches = 0
      const startMs = performance.now()
      await Promise.all(Array.from({ length: 200 }, (_, index) => anna.call(OFFER, order(1_000 - index, 1))))
      const spentMs = performance.now() - startMs
      await live.waitFor(is('inventoryItemUpdated', { count: BigInt(1_000 + STOCK - 200) }))
      await live.waitFor(is('priceChanged', { price: 801n }))
      await settle()
      expect(live.events.filter(is('lotChanged'))).toHaveLength(200)
      const stocks = live.events.filter(is('inventoryItemUpdated'))
      expect(stocks.length).toBeLessThanOrEqual(Math.ceil(spentMs / 40) + 2)
      expect(stocks.at(-1)?.payload.value).toMatchObject({ count: BigInt(1_000 + STOCK - 200) })
      expect(live.batches).toBeLessThanOrEqual(Math.ceil(spentMs / 40) + 2)
    })

    it('a trade even when only orders changed right after it', async () => {
      const { live } = await join()
      const { broadcaster } = server.server
      broadcaster.publish(bookMessage(1_000_001, [{ itemId: item, tradedPrice: 7, tradedCount: 2, levels: [] }]))
      broadcaster.publish(bookMessage(1_000_002, [{ itemId: item, tradedPrice: 0, tradedCount: 0, levels: [] }]))
      const trade = await live.waitFor(is('bookChanged', { tradedPrice: 7n }))
      expect(trade.payload.value).toMatchObject({ tradedCount: 2n })
    })
  })

  describe('a client', () => {
    it.each<[string, string | Buffer]>([
      ['text', 'hello'],
      ['JSON', '{"type":"subscribe"}'],
      ['bytes', Buffer.from([0xff, 0x00, 0x01])],
      ['nothing', ''],
    ])('may send %s without harm', async (_, message) => {
      const { player: anna, live } = await join()
      for (let index = 0; index < 100; index += 1) live.socket.send(message)
      await anna.call(OFFER, order(10, 1))
      await live.waitFor(is('lotChanged'))
      expect(live.closeCode).toBeUndefined()
    })

    it('that sends too much is cut off, and no other', async () => {
      const { live } = await join()
      const { player: boris, live: other } = await join()
      live.socket.send('x'.repeat(70_000))
      await expect.poll(() => live.closeCode).toBe(1_009)
      await boris.call(OFFER, order(10, 1))
      await other.waitFor(is('lotChanged'))
      await expect.poll(() => server.server.broadcaster.size).toBe(1)
    })

    it('that does not speak WebSocket is cut off, also beyond the connection limit', async () => {
      const player = await Player.signIn(server)
      const open = await Promise.all(Array.from({ length: SOCKETS_PER_USER_MAX + 1 }, () => connect(player)))
      for (const { socket } of open) Reflect.get(socket, '_socket')?.write(Buffer.alloc(4_000, 0xff))
      await expect.poll(() => server.server.broadcaster.size).toBe(0)
      expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    })

    it('that reads too slowly is cut off with a reason, while others continue', async () => {
      const { live: slow } = await join()
      const { live: quick } = await join()
      slow.socket.pause()
      let rounds = 0
      // One long text fills a connection as well as many events do, and costs next to nothing to read.
      const value = 'x'.repeat(LONG_TEXT)
      for (; server.server.broadcaster.size === 2 && rounds < 200; rounds += 1) {
        const eventId = `long-${rounds}`
        const event = { timestampMs: 1, eventId, payload: { case: 'chatMessageDeleted', value } } as const
        server.server.broadcaster.broadcast({ key: eventId, event, to: null, hiddenFrom: [] })
        server.server.broadcaster.flush()
        await wait(20)
      }
      expect(server.server.broadcaster.size).toBe(1)
      slow.socket.resume()
      await expect.poll(() => slow.closeCode).toBe(SLOW_CONSUMER_CLOSE_CODE)
      await quick.waitFor(({ eventId }) => eventId === `long-${rounds - 1}`)
      expect(quick.closeCode).toBeUndefined()
    })
  })

  describe('a stopping server', () => {
    async function stopWith(pause: boolean): Promise<{ live: LiveClient; spentMs: number }> {
      const other = await startTestServer({ environment: { PLATFORM_SIM_PORT: new URL(platform.url).port } })
      const live = await LiveClient.open(await Player.signIn(other))
      clients.push(live)
      if (pause) live.socket.pause()
      const startMs = performance.now()
      await other.close()
      return { live, spentMs: performance.now() - startMs }
    }

    it('closes every connection normally', async () => {
      const { live } = await stopWith(false)
      await expect.poll(() => live.closeCode).toBe(NORMAL_CLOSE_CODE)
    })

    it('does not wait for an unresponsive client', async () => {
      const { spentMs } = await stopWith(true)
      expect(spentMs).toBeLessThan(ANSWER_TIMEOUT_MS / 2)
    })
  })
})
