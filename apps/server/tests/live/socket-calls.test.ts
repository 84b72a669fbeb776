import { RATE_LIMITS, type CallName } from '@clutch/contract'
import { Side } from '@clutch/contract/live'
import { encodeClientMessage } from '@clutch/contract/live/client-message'
import { afterEach, describe, expect, it } from 'vitest'
import { LiveClient } from '../support/live-client.ts'
import { order, serveMarket } from '../support/market-server.ts'
import { Player } from '../support/player.ts'
import { startSimulatedPlatform } from '../support/simulated-platform.ts'
import { STORE_KINDS } from '../support/stores.ts'
import { startTestServer } from '../support/test-server.ts'

const OFFER = 'POST /marketplace/create-sell-lot'
const BID = 'POST /marketplace/create-buy-lot'
const BUY = 'POST /marketplace/buy-lot'
const CANCEL = 'POST /marketplace/cancel-lot'
const MANY = 300

describe.each(STORE_KINDS)('commands over the live connection on %s', (kind) => {
  const { server, newItem, newPlayer } = serveMarket(kind)
  const clients: LiveClient[] = []

  async function connect(player: Player): Promise<LiveClient> {
    const client = await LiveClient.open(player)
    clients.push(client)
    return client
  }

  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close()
  })

  it('do what they do over HTTP, and respond after they are durable', async () => {
    const itemId = newItem()
    const [anna, boris] = [await newPlayer(0, { [itemId]: 5 }), await newPlayer(100)]
    const offered = await (await connect(anna)).call(OFFER, order(itemId, 7, 5))
    expect(offered).toMatchObject({ status: 200, body: { traded_count: 0, lot: { price: 7, current_count: 5 } } })
    const bought = await (await connect(boris)).call(BUY, order(itemId, 7, 3))
    expect(bought).toMatchObject({ status: 200, body: { traded_count: 3, traded_total: 21 } })
    expect([await boris.countOf(itemId), await anna.coins()]).toEqual([3, expect.any(Number)])
  })

  it("share their idempotency keys with HTTP: each returns the other's first outcome again", async () => {
    const itemId = newItem()
    const anna = await newPlayer(0, { [itemId]: 9 })
    const live = await connect(anna)
    const first = await live.call(OFFER, order(itemId, 7, 2), 'key-1')
    expect(await anna.call(OFFER, order(itemId, 7, 2), { 'idempotency-key': 'key-1' })).toEqual(first.body)
    expect(await live.call(OFFER, order(itemId, 7, 2), 'key-1')).toEqual(first)
    expect(await live.call(OFFER, order(itemId, 8, 2), 'key-1')).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict' },
    })
    expect(await anna.countOf(itemId)).toBe(7)
  })

  it('are rejected with the status and body of HTTP', async () => {
    const itemId = newItem()
    const anna = await newPlayer(0, { [itemId]: 1 })
    const live = await connect(anna)
    const bodies: readonly [CallName, never][] = [
      [OFFER, order(itemId, 7, 2) as never],
      [OFFER, { item_type_id: itemId, price: -1, count: 1 } as never],
      [OFFER, { item_type_id: itemId } as never],
      [OFFER, 'seven' as never],
      [OFFER, undefined as never],
      [CANCEL, { lot_uuid: 'no uuid' } as never],
      [CANCEL, { lot_uuid: '01890000-0000-7000-8000-0000000000aa' } as never],
    ]
    for (const [name, body] of bodies) {
      const response = await anna.send(name, body)
      expect(await live.call(name, body)).toEqual({ status: response.status, body: await response.json() })
    }
    expect(await live.call(OFFER, order(itemId, 7, 1), 'ключ')).toMatchObject({ status: 400 })
    expect(await anna.countOf(itemId)).toBe(1)
  })

  it('exclude all other calls: reads, sign-ins and unknown calls are not found', async () => {
    const live = await connect(await newPlayer())
    for (const name of ['POST /inventory/get', 'POST /jwt_refresh', 'POST /nowhere', '', '__proto__']) {
      expect(await live.call(name as CallName)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  it('may be sent many at once: each gets one response, and all are executed', async () => {
    const itemId = newItem()
    const anna = await newPlayer(0, { [itemId]: MANY })
    const live = await connect(anna)
    const ids = Array.from({ length: MANY }, (_, index) => live.send(OFFER, order(itemId, 7, 1), `many-${index}`))
    for (const id of ids) expect((await live.answerTo(id)).status).toBe(id <= 200 ? 200 : 409)
    expect(live.answers.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids)
    expect(await anna.countOf(itemId)).toBe(MANY - 200)
  })

  it('may be garbage without harm', async () => {
    const itemId = newItem()
    const anna = await newPlayer(0, { [itemId]: 1 })
    const live = await connect(anna)
    for (const noise of [Buffer.from([0xff, 0x00, 0x01]), Buffer.alloc(0), 'text']) live.socket.send(noise)
    expect(await live.call(OFFER, order(itemId, 7, 1))).toMatchObject({ status: 200 })
  })

  it('stop with the session', async () => {
    const anna = await newPlayer()
    const live = await connect(anna)
    await anna.call('POST /auth/logout-everywhere')
    await expect.poll(() => live.closeCode).toBeDefined()
    expect(server().server.broadcaster.size).toBe(0)
  })

  it('let a viewer, and no one else, see each level of the book that changes', async () => {
    const [itemId, otherId] = [newItem(), newItem()]
    const anna = await newPlayer(100, { [itemId]: 9, [otherId]: 9 })
    const [viewer, stranger] = [await connect(await newPlayer()), await connect(await newPlayer())]
    viewer.view(itemId)
    stranger.view(otherId)
    // Messages of a socket are read in order: once this is answered, the view is registered.
    await Promise.all([viewer.call(CANCEL), stranger.call(CANCEL)])
    await anna.call(OFFER, order(itemId, 7, 2))
    await anna.call(OFFER, order(itemId, 7, 3))
    const { lot } = await anna.call(OFFER, order(itemId, 9, 1))
    await anna.call(CANCEL, { lot_uuid: lot?.lot_uuid ?? '' })
    await anna.call(BID, order(itemId, 4, 6))
    const last = () => {
      const levels = new Map<string, bigint>()
      for (const { payload } of viewer.events) {
        if (payload.case !== 'bookLevelChanged') continue
        const { itemId: ofItem, side, price, count } = payload.value
        expect(ofItem).toBe(BigInt(itemId))
        levels.set(`${Side[side]} ${price}`, count)
      }
      return levels
    }
    await expect.poll(last).toEqual(
      new Map([
        ['SELL 7', 5n],
        ['SELL 9', 0n],
        ['BUY 4', 6n],
      ]),
    )
    expect(stranger.events.filter(({ type }) => type === 'bookLevelChanged')).toEqual([])
  })

  it('are documented next to the HTTP API', async () => {
    const description = (await (await fetch(`${server().url}/api/asyncapi.json`)).json()) as {
      asyncapi: string
      components: { schemas: Record<string, unknown> }
    }
    expect(description.asyncapi).toBe('3.0.0')
    expect(Object.keys(description.components.schemas)).toContain('marketplace.create-sell-lot')
    expect(await (await fetch(`${server().url}/api/live.proto`)).text()).toContain('message EventBatch')
    expect(await (await fetch(`${server().url}/api/client.proto`)).text()).toContain('message ClientMessage')
  })
})

describe('the command rate limit', () => {
  it('is shared by HTTP and the live connection', async () => {
    const platform = await startSimulatedPlatform()
    const other = await startTestServer({
      rateLimitFactor: 1,
      environment: { PLATFORM_SIM_PORT: new URL(platform.url).port },
    })
    const anna = await Player.signIn(other)
    const live = await LiveClient.open(anna)
    const { max } = RATE_LIMITS.command
    const statuses: number[] = []
    for (let sent = 0; sent < max; sent += 2) {
      statuses.push((await anna.send(OFFER, order(1, 1, 1))).status, (await live.call(OFFER, order(1, 1, 1))).status)
    }
    expect(statuses).not.toContain(429)
    const overHttp = await anna.send(OFFER, order(1, 1, 1))
    expect([overHttp.status, Number(overHttp.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    expect(await live.call(OFFER, order(1, 1, 1))).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    await live.close()
    await Promise.all([other.close(), platform.close()])
  })

  it('executes those commands of a large frame that are within it', async () => {
    const platform = await startSimulatedPlatform()
    const other = await startTestServer({
      rateLimitFactor: 1,
      environment: { PLATFORM_SIM_PORT: new URL(platform.url).port },
    })
    const live = await LiveClient.open(await Player.signIn(other))
    const { max } = RATE_LIMITS.command
    const ids = Array.from({ length: max + 40 }, (_, index) => index + 1)
    const calls = ids.map((id) => ({ id, name: OFFER, idempotencyKey: '', body: JSON.stringify(order(1, 1, 1)) }))
    live.socket.send(encodeClientMessage({ calls }))
    const answers = await Promise.all(ids.map((id) => live.answerTo(id)))
    expect(answers.filter(({ status }) => status === 429).map(({ id }) => id)).toEqual(ids.slice(max))
    await live.close()
    await Promise.all([other.close(), platform.close()])
  })
})
