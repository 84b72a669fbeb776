import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { FIRST_ITEM_ID } from '../support/make-pack.ts'
import { order } from '../support/market-server.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { Player } from '../support/player.ts'
import { openSharedWorld } from '../support/shared-world.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const SERVERS = 3
const TRADERS = 6
/** Orders placed between two restarts, so that each server serves some. */
const ORDERS_BETWEEN = 30
const closings: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close()
})

/** Sends each order to the next server that is ready, and once more to another one if that fails. */
class Balancer {
  readonly servers = new Set<TestServer>()
  readonly failures: string[] = []
  /** Keys of orders that were placed. */
  readonly placed: string[] = []
  retries = 0
  longestMs = 0
  #next = 0

  async place(player: Player): Promise<void> {
    const key = randomUUID()
    const startedMs = performance.now()
    let result = await this.#send(player, key)
    if (result !== '200') {
      this.retries += 1
      result = await this.#send(player, key)
    }
    this.longestMs = Math.max(this.longestMs, performance.now() - startedMs)
    if (result === '200') this.placed.push(key)
    else this.failures.push(result)
  }

  async #send({ token }: Player, key: string): Promise<string> {
    const { url } = await this.#choose()
    return fetch(`${url}/api/marketplace/create-sell-lot`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
      body: JSON.stringify(order(FIRST_ITEM_ID, 7, 1)),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).then(
      async (response) => `${response.status}${response.ok ? '' : await response.text()}`,
      (error: unknown) => String(error),
    )
  }

  async #choose(): Promise<TestServer> {
    const all = [...this.servers]
    this.#next += 1
    const candidates = all.map((_, index) => all[(this.#next + index) % all.length])
    for (const server of candidates) if (server !== undefined && (await isReady(server))) return server
    throw new Error('No server is ready')
  }
}

async function isReady({ url }: TestServer): Promise<boolean> {
  return fetch(`${url}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
}

it('three servers restart one after another, and no client that retries once sees an order fail', async () => {
  const world = await openSharedWorld()
  closings.push(() => world.close())
  const environment = { ...world.environment, LOG_LEVEL: 'warn' }
  const start = () => startTestServer({ store: world.store, environment, pack: { starterCount: 1_000_000 } })
  const balancer = new Balancer()
  closings.push(async () => {
    for (const server of balancer.servers) await server.close()
  })
  for (let count = 0; count < SERVERS; count += 1) balancer.servers.add(await start())
  const [first] = balancer.servers
  if (first === undefined) throw new Error('There is no server')
  const players = await Promise.all(Array.from({ length: TRADERS }, () => Player.signIn(first)))

  const over = new AbortController()
  const trading = players.map(async (player) => {
    while (!over.signal.aborted) await balancer.place(player)
  })
  const waitForOrders = async () => {
    const enough = balancer.placed.length + ORDERS_BETWEEN
    await expect.poll(() => balancer.placed.length + balancer.failures.length).toBeGreaterThan(enough)
  }
  // The first one is the writer.
  const restarted = [...balancer.servers]
  for (const server of restarted) {
    await waitForOrders()
    await server.close()
    balancer.servers.delete(server)
    balancer.servers.add(await start())
  }
  await waitForOrders()
  over.abort()
  await Promise.all(trading)
  console.log(
    `${balancer.placed.length} orders, ${balancer.retries} retried, the slowest took ${Math.round(balancer.longestMs)} ms`,
  )
  expect(balancer.failures).toEqual([])
  const [last] = balancer.servers
  if (last === undefined) throw new Error('There is no server')
  const { db } = last.server.context.store
  expect(await db.selectFrom('lot').select('lot_id').execute()).toHaveLength(balancer.placed.length)
  expect(await checkIntegrity(db, AREAS)).toEqual([])
})
