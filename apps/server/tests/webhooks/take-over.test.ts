import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { endServers, startLoadServer } from '../support/load-server.ts'
import { FIRST_ITEM_ID, makePack } from '../support/make-pack.ts'
import { startNats } from '../support/nats.ts'
import { Receiver } from '../support/receiver.ts'
import { createTestKey, ServerClient } from '../support/server-client.ts'
import { startSimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore, STORE_KINDS } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const PLAYERS = 120
const FIRST_STEAM_ID = 76_561_197_000_000_000n
const bulk = {
  transactions: Array.from({ length: PLAYERS }, (_, index) => ({
    steam_id: String(FIRST_STEAM_ID + BigInt(index)),
    transaction_id: `drop:${index}`,
    kind: 'quest_drop',
    coins: 1,
    create_player: true,
  })),
}
const PUT = 'PUT /webhooks/:webhook_id'
const params = { webhook_id: 'quests' }
const closings: (() => Promise<unknown> | void)[] = []

afterEach(async () => {
  endServers()
  for (const close of closings.splice(0).toReversed()) await close()
})

/** Ids of all operations in the log. */
async function operations(game: ServerClient): Promise<string[]> {
  const { events } = await game.call('GET /events', { query: { types: 'operation.posted', limit: '1000' } })
  return events.map(({ id }) => id)
}

describe.each(STORE_KINDS)('a server killed while it delivers webhooks on %s', (kind) => {
  it('delivers every event after its restart, some twice under the same id, and new ones in order', async () => {
    const store = await createTestStore(kind)
    closings.push(() => store.remove())
    const opened = await store.open()
    const { secret } = await createTestKey(opened.db)
    await opened.close()
    const environment = {
      ...store.environment,
      CONTENT_DIR: makePack({ items: 3, starterCoins: 0, starterCount: 1 }),
      LOAD_PLAYERS: '1',
    }
    const receiver = await Receiver.open((response) => setTimeout(() => response.writeHead(204).end(), 20))
    closings.push(() => receiver.close())
    const first = await startLoadServer(environment)
    const ended = once(first.child, 'exit')
    const before = new ServerClient(first.url, secret)
    await before.call(PUT, { params, body: { url: receiver.url, types: ['operation.posted'] } })
    const start = await operations(before)
    await before.call('POST /transactions', { body: bulk })
    await expect.poll(() => receiver.received.length).toBeGreaterThan(PLAYERS / 4)
    first.child.kill('SIGKILL')
    await ended
    expect(receiver.ids().length).toBeLessThan(PLAYERS)
    const arrivedBefore = receiver.received.length

    const second = await startLoadServer(environment)
    const all = (await operations(new ServerClient(second.url, secret))).slice(start.length)
    expect(all).toHaveLength(PLAYERS)
    await expect.poll(() => receiver.ids()).toEqual(all)
    const arrivedAfter = receiver.received.slice(arrivedBefore).map(({ id }) => id)
    expect(arrivedAfter).toEqual(all.slice(-arrivedAfter.length))
  })
})

it('of two servers one delivers, and the other takes over when it stops', async () => {
  const platform = await startSimulatedPlatform()
  const store = await createTestStore('postgres')
  const receiver = await Receiver.open()
  const nats = await startNats()
  closings.push(
    () => platform.close(),
    () => store.remove(),
    () => nats.stop(),
    () => receiver.close(),
  )
  const start = async (): Promise<TestServer> => {
    const environment = { PLATFORM_SIM_PORT: new URL(platform.url).port, ...nats.environment }
    return startTestServer({ store, environment })
  }
  const first = await start()
  await expect.poll(async () => (await fetch(`${first.url}/api/health`)).status).toBe(200)
  const game = await ServerClient.open(first)
  await game.call(PUT, { params, body: { url: receiver.url, types: ['operation.posted'] } })
  const second = await start()
  closings.push(() => second.close())
  const after = await operations(game)
  const grant = (from: ServerClient, id: string) =>
    from.call('PUT /players/:steam_id/transactions/:transaction_id', {
      params: { steam_id: String(FIRST_STEAM_ID), transaction_id: id },
      body: { kind: 'quest_drop', items: [{ item_id: FIRST_ITEM_ID, delta: 1 }], create_player: true },
    })
  const drops = Array.from({ length: 20 }, (_, index) => `drop-${index}`)
  await Promise.all(drops.map((id, index) => grant(index % 2 === 0 ? game : game.at(second), id)))
  const all = (await operations(game)).slice(after.length)
  expect(all).toHaveLength(drops.length)
  await expect.poll(() => receiver.received.map(({ id }) => id)).toEqual(all)

  await first.close()
  await expect.poll(async () => (await fetch(`${second.url}/api/health`)).status).toBe(200)
  await grant(game.at(second), 'after')
  await expect.poll(() => receiver.received.length).toBe(drops.length + 1)
  expect(receiver.ids()).toHaveLength(drops.length + 1)
})
