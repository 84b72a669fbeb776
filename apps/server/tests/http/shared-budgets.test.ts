import { afterEach, expect, it } from 'vitest'
import { RATE_LIMITS } from '@clutch/contract'
import { newSteamId, Player } from '../support/player.ts'
import { openSharedWorld } from '../support/shared-world.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const closings: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close()
})

it('sign-ins at one server use up the budget at every server, and other calls do not', async () => {
  const world = await openSharedWorld()
  closings.push(() => world.close())
  const start = async (): Promise<TestServer> => {
    const environment = { ...world.environment }
    const server = await startTestServer({ store: world.store, environment, rateLimitFactor: 1 })
    closings.push(() => server.close())
    return server
  }
  const [first, second] = [await start(), await start()]
  const anna = await Player.signIn(second)
  const signIn = async ({ url }: TestServer) => {
    const body = new URLSearchParams({ ticket: `sim-${newSteamId()}`, username: '' })
    return (await fetch(`${url}/api/auth/client_steam_auth_callback`, { method: 'POST', body })).status
  }
  for (let used = 1; used < RATE_LIMITS.signIn.max; used += 1) expect(await signIn(first)).toBe(200)
  // Messages keep their order: once this one has arrived, so have the reports of the sign-ins.
  const arrived = new Promise((resolve) => second.server.context.bus.subscribe('session_ended', resolve))
  first.server.context.bus.publish('session_ended', { sessionId: 'none' })
  await arrived
  expect([await signIn(second), await signIn(first)]).toEqual([429, 429])

  const read = (server: TestServer) =>
    new Player(server, anna.userId, anna.token, anna.steamId).send('POST /marketplace/get-my-lots')
  let reads = 0
  while ((await read(first)).status === 200) reads += 1
  expect(reads).toBeGreaterThan(0)
  expect((await read(second)).status).toBe(200)
})
