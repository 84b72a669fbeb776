import { API_VERSION as CONTRACT_VERSION } from '@clutch/contract'
import { readLive, type LiveMessage } from '@clutch/client/live'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { FIRST_ITEM_ID } from '../../../apps/server/tests/support/make-pack.ts'
import { order, serveMarket } from '../../../apps/server/tests/support/market-server.ts'
import { startRelay, type Relay } from '../../../apps/server/tests/support/relay.ts'
import { ServerClient as TestClient } from '../../../apps/server/tests/support/server-client.ts'
import {
  API_VERSION,
  ClutchError,
  createPlayerClient,
  createServerClient,
  readEvents,
  readMarketStream,
  unwrap,
  type ServerClient,
  type ServerEvent,
} from '../src/index.ts'

const TRANSACTION = '/api/server/v1/players/{steam_id}/transactions/{transaction_id}'
const INVENTORY = '/api/server/v1/players/{steam_id}/inventory'
const STEAM_ID = '76561198000000301'
const GRANT = { kind: 'quest_drop' as const, items: [{ item_id: FIRST_ITEM_ID, delta: 3 }], coins: 50 }
/** Nothing listens there. */
const CLOSED_PORT = 1
/** Long enough for a busy machine, and short enough for a test of silence. */
const TIMEOUT_MS = 5_000

const { server, restart, newItem, newPlayer, sameAt } = serveMarket('pglite')
const reading: AbortController[] = []
let relay: Relay
let clutch: ServerClient
let impatient: ServerClient
let url: string

beforeAll(async () => {
  relay = await startRelay(portOf(server().url))
  url = `http://127.0.0.1:${relay.port}`
  const { secret } = await TestClient.open(server())
  clutch = createServerClient({ url, key: secret })
  impatient = createServerClient({ url, key: secret, timeoutMs: TIMEOUT_MS })
})
afterEach(() => {
  for (const each of reading.splice(0)) each.abort()
})
afterAll(() => relay.close())

function portOf(address: string): number {
  return Number(new URL(address).port)
}

/** Ends with the test. */
function untilEnd(): AbortSignal {
  const controller = new AbortController()
  reading.push(controller)
  return controller.signal
}

const grant = async (transaction_id: string, client = clutch) =>
  unwrap(
    await client.PUT(TRANSACTION, {
      params: { path: { steam_id: STEAM_ID, transaction_id } },
      body: { ...GRANT, create_player: true },
    }),
  )
const coins = async () => unwrap(await clutch.GET(INVENTORY, { params: { path: { steam_id: STEAM_ID } } })).coins.free

/** The cursor after everything so far. */
async function untilNow(): Promise<string> {
  const { events, next } = unwrap(await clutch.GET('/api/server/v1/events', { params: { query: { limit: 1_000 } } }))
  expect(events.length).toBeLessThan(1_000)
  return next
}

it('the client is written for the version of the contract', () => {
  expect(API_VERSION).toBe(CONTRACT_VERSION)
})

it.each(['reset', 'silence'] as const)('a transaction whose response is lost by %s is granted once', async (end) => {
  await grant(`first-${end}`)
  const before = await coins()
  const lost = relay.loseResponseTo(`lost-${end}`, end)
  const result = await grant(`lost-${end}`, impatient)
  await lost
  expect(result).toMatchObject({ replayed: true, coins: { change: 50 } })
  expect(await coins()).toBe(before + 50)
})

it('a list of transactions whose response is lost is granted once', async () => {
  await grant('first-of-list')
  const before = await coins()
  const lost = relay.loseResponseTo('listed:1')
  const { outcomes } = unwrap(
    await clutch.POST('/api/server/v1/transactions', {
      body: { transactions: [{ ...GRANT, steam_id: STEAM_ID, transaction_id: 'listed:1' }] },
    }),
  )
  await lost
  expect(outcomes).toMatchObject([{ error: null, result: { replayed: true } }])
  expect(await coins()).toBe(before + 50)
})

it('a command of a player with a key is carried out once when its response is lost', async () => {
  const item = newItem()
  const player = await newPlayer(0, { [item]: 9 })
  const lost = relay.loseResponseTo('create-sell-lot')
  const result = await createPlayerClient({ url, token: player.token }).POST('/api/marketplace/create-sell-lot', {
    params: { header: { 'idempotency-key': crypto.randomUUID() } },
    body: { item_type_id: item, price: 70, count: 5 },
  })
  await lost
  expect(result.response.status).toBe(200)
  expect(await player.countOf(item)).toBe(4)
})

it('a rejected call is an error with its code and params', async () => {
  const result = await clutch.PUT(TRANSACTION, {
    params: { path: { steam_id: STEAM_ID, transaction_id: 'unknown' } },
    body: { ...GRANT, items: [{ item_id: 9_999, delta: 1 }] },
  })
  expect(() => unwrap(result)).toThrow(ClutchError)
  expect(new ClutchError(result.response, result.error)).toMatchObject({
    status: 404,
    code: 'unknown_item',
    params: { item_id: 9_999 },
  })
})

it('a reader of the log gets each event once across a restart of the server', async () => {
  const after = await untilNow()
  const events: ServerEvent[] = []
  const done = (async () => {
    for await (const event of readEvents(clutch, { after, types: ['operation.posted'], signal: untilEnd() })) {
      events.push(event)
      if (events.length === 2) return
    }
  })()
  const first = await grant('before-restart')
  await expect.poll(() => events.length).toBe(1)
  await restart()
  relay.connectTo(portOf(server().url))
  const second = await grant('after-restart')
  await done
  expect(events.map(({ data }) => 'operation_id' in data && data.operation_id)).toEqual([
    first.operation_id,
    second.operation_id,
  ])
})

it('a reader of the log ends when its signal aborts, also while it waits', async () => {
  const controller = new AbortController()
  const after = await untilNow()
  const next = readEvents(clutch, { after, signal: controller.signal }).next()
  controller.abort()
  expect(await next).toEqual({ done: true, value: undefined })
})

it('a reader of the log with a wrong key fails at once', async () => {
  const reader = readEvents(createServerClient({ url, key: 'clk_wrong' }))
  await expect(reader.next()).rejects.toMatchObject({ code: 'invalid_key', status: 401 })
})

it('a reader of the market gets each trade once across an outage', async () => {
  const item = newItem()
  const [seller, buyer] = [await newPlayer(0, { [item]: 9 }), await newPlayer(5_000)]
  const stream = readMarketStream({ url, ids: [item], signal: untilEnd() })
  expect((await stream.next()).value).toMatchObject({ type: 'prices', data: { prices: [{ item_id: item }] } })
  const prices: number[] = []
  void (async () => {
    for await (const event of stream)
      if (event.type === 'trades') prices.push(...event.data.trades.map(({ price }) => price))
  })()
  const trade = async (price: number): Promise<void> => {
    await seller.call('POST /marketplace/create-sell-lot', order(item, price, 1))
    await buyer.call('POST /marketplace/buy-lot', order(item, price, 1))
  }
  await trade(70)
  await expect.poll(() => prices).toEqual([70])
  relay.connectTo(CLOSED_PORT)
  relay.reset()
  await trade(71)
  await trade(72)
  // The new server starts its stream after these trades.
  await restart()
  relay.connectTo(portOf(server().url))
  await expect.poll(() => prices).toEqual([70, 71, 72])
})

it('a reader of the live connection gets events, and reconnects when the server restarts', async () => {
  const player = await newPlayer()
  const messages: LiveMessage[] = []
  const client = createPlayerClient({ url, token: player.token })
  void (async () => {
    for await (const message of readLive(client, { signal: untilEnd() })) messages.push(message)
  })()
  const connections = () => messages.filter(({ type }) => type === 'connected').length
  const balances = () =>
    messages.flatMap((message) =>
      message.type === 'event' && message.payload.case === 'eggCoinsUpdated' ? [message.payload.value] : [],
    )
  await expect.poll(connections).toBe(1)
  await player.grant(7)
  await expect.poll(balances).toHaveLength(1)
  await restart()
  relay.connectTo(portOf(server().url))
  await expect.poll(connections).toBe(2)
  await sameAt(player).grant(7)
  await expect.poll(balances).toHaveLength(2)
})

it('a reader of the live connection fails once the session has ended', async () => {
  const reader = readLive(createPlayerClient({ url, token: 'worn-out' }))
  await expect(reader.next()).rejects.toMatchObject({ status: 401 })
})
