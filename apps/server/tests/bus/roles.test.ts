import { RECONNECT_CLOSE_CODE } from '@clutch/contract/constants'
import { afterEach, expect, it } from 'vitest'
import { LiveClient, statusOfUpgrade } from '../support/live-client.ts'
import { FIRST_ITEM_ID } from '../support/make-pack.ts'
import type { TestNats } from '../support/nats.ts'
import { Player } from '../support/player.ts'
import { openSharedWorld } from '../support/shared-world.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const closings: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close()
})

/** @returns NATS, and a function that starts a server of one world with the given settings */
async function openWorld() {
  const world = await openSharedWorld()
  closings.push(() => world.close())
  const start = async (more: Readonly<Record<string, string>>): Promise<TestServer> => {
    const environment = { ...world.environment, ...more }
    return startTestServer({ store: world.store, environment })
  }
  return { nats: world.nats, start }
}

const health = async ({ url }: TestServer, path: string) => {
  const response = await fetch(`${url}/api/health${path}`)
  return { status: response.status, body: await response.json() }
}
const sale = { item_type_id: FIRST_ITEM_ID, price: 9, count: 1 }

it('a server for commands only has no calls, and one for players only never becomes the writer', async () => {
  const { start } = await openWorld()
  const writer = await start({ ROLE: 'writer' })
  const api = await start({ ROLE: 'api' })
  closings.push(() => api.close())
  const anna = await Player.signIn(api)
  await anna.call('POST /marketplace/create-sell-lot', sale)
  const refused = await fetch(`${writer.url}/api/marketplace/get-all-prices`, { method: 'POST' })
  expect([refused.status, (await fetch(`${writer.url}/metrics`)).status]).toEqual([404, 200])
  expect((await health(writer, '/ready')).status).toBe(200)
  await writer.close()
  // The last writer has announced that it leaves, and no other one takes over.
  await expect.poll(async () => (await health(api, '/ready')).status).toBe(503)
  expect((await anna.send('POST /marketplace/create-sell-lot', sale)).status).toBe(503)
  expect((await anna.send('POST /marketplace/get-my-lots')).status).toBe(200)
})

it('while NATS is away the writer serves its own players, and the others are not ready', async () => {
  const { nats, start } = await openWorld()
  const first = await start({})
  const second = await start({})
  closings.push(
    () => first.close(),
    () => second.close(),
  )
  const [anna, boris] = [await Player.signIn(first), await Player.signIn(second)]
  await stopNats(nats, [first, second])
  expect((await anna.send('POST /marketplace/create-sell-lot', sale)).status).toBe(200)
  expect((await boris.send('POST /marketplace/create-sell-lot', sale)).status).toBe(503)
  expect((await health(second, '/live')).status).toBe(200)
  expect((await health(second, '/ready')).status).toBe(503)
  expect(await health(first, '')).toMatchObject({ status: 503, body: { bus: false, database: true, lease: true } })
  await nats.start()
  await expect.poll(async () => (await health(second, '/ready')).status).toBe(200)
  await expect.poll(async () => (await boris.send('POST /marketplace/create-sell-lot', sale)).status).toBe(200)
})

async function stopNats(nats: TestNats, servers: readonly TestServer[]): Promise<void> {
  await nats.stop()
  for (const server of servers) {
    await expect.poll(async () => (await health(server, '')).body).toMatchObject({ bus: false })
  }
}

it('a server that stops sends its connections elsewhere, where a token of its opens one, once', async () => {
  const { start } = await openWorld()
  const first = await start({})
  const second = await start({})
  closings.push(() => second.close())
  const anna = await Player.signIn(first)
  const live = await LiveClient.open(anna)
  const { token } = await anna.call('GET /get-server')
  const closed = first.close()
  await expect.poll(() => live.closeCode).toBe(RECONNECT_CLOSE_CODE)
  expect(await statusOfUpgrade(second, token)).toBe(101)
  expect(await statusOfUpgrade(second, token)).toBe(401)
  const atSecond = new Player(second, anna.userId, anna.token, anna.steamId)
  expect((await atSecond.send('POST /marketplace/create-sell-lot', sale)).status).toBe(200)
  await closed
})
