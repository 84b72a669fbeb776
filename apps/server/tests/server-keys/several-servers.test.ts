import { afterEach, expect, it } from 'vitest'
import { Player } from '../support/player.ts'
import { ServerClient, PUT, transactionRequest } from '../support/server-client.ts'
import { openSharedWorld } from '../support/shared-world.ts'
import { STARTER_COINS, startTestServer, type TestServer } from '../support/test-server.ts'

const ADMIN = '76561198000000114'
const closings: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close()
})

it('several servers share ceilings and transactions of a key, and feel its revocation within two seconds', async () => {
  const world = await openSharedWorld()
  closings.push(() => world.close())
  const start = async (): Promise<TestServer> => {
    const environment = { ...world.environment, ADMIN_STEAM_IDS: ADMIN }
    const server = await startTestServer({ store: world.store, environment })
    closings.push(() => server.close())
    return server
  }
  const first = await start()
  await expect.poll(async () => (await fetch(`${first.url}/api/health`)).status).toBe(200)
  const second = await start()
  const [admin, anna] = [await Player.signIn(first, ADMIN), await Player.signIn(second)]
  const game = await ServerClient.open(first, { ceilings: { coins: 10, units_per_item: null } })
  const elsewhere = game.at(second)
  const sent = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      (index % 2 === 0 ? game : elsewhere).send(
        PUT,
        transactionRequest(anna.steamId, `t${Math.floor(index / 2)}`, { coins: 2 }),
      ),
    ),
  )
  // Each id arrives at both servers.
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(await anna.coins()).toBe(STARTER_COINS + 10)

  const revocation = { id: game.keyId, reason: 'leaked', idempotency_key: 'k' }
  await admin.call('POST /admin/revoke-server-key', revocation)
  await expect.poll(async () => (await elsewhere.send('GET /players')).status, { timeout: 2_000 }).toBe(401)
})
