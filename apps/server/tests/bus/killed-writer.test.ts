import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { endServers, startLoadServer } from '../support/load-server.ts'
import { FIRST_ITEM_ID, makePack } from '../support/make-pack.ts'
import { order } from '../support/market-server.ts'
import { startNats } from '../support/nats.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { createTestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const OPEN_ORDERS = 20
/** How long an order would wait for a writer that does not answer. */
const OUTCOME_DEADLINE_MS = 8_000
const closings: (() => Promise<unknown> | void)[] = []

afterEach(async () => {
  endServers()
  for (const close of closings.splice(0).toReversed()) await close()
})

interface Reply {
  readonly status: number
  readonly tookMs: number
}

async function place(server: TestServer, token: string, key: string): Promise<Reply> {
  const startedMs = performance.now()
  const response = await fetch(`${server.url}/api/marketplace/create-sell-lot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
    body: JSON.stringify(order(FIRST_ITEM_ID, 7, 1)),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  return { status: response.status, tookMs: performance.now() - startedMs }
}

/** Number of commands that the server has sent to the writer and that are not decided yet. */
async function forwardedBy({ url }: TestServer): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^clutch_forwarded_commands (\d+)$/m.exec(metrics)?.[1])
}

/** A writer in a separate process with players, and what other servers of its world need. */
async function startWorld() {
  const store = await createTestStore('postgres')
  const nats = await startNats()
  closings.push(
    () => store.remove(),
    () => nats.stop(),
  )
  const writer = await startLoadServer({
    ...store.environment,
    ...nats.environment,
    CONTENT_DIR: makePack({ items: 3, starterCoins: 1_000, starterCount: 100 }),
    LOAD_PLAYERS: String(OPEN_ORDERS),
  })
  const start = async (role: 'all' | 'api'): Promise<TestServer> => {
    const server = await startTestServer({ store, environment: { ...nats.environment, ROLE: role } })
    closings.push(() => server.close())
    return server
  }
  return { writer, start }
}

it('orders that are open when the writer is killed are decided once by the next one', async () => {
  const { writer, start } = await startWorld()
  await start('all')
  const server = await start('api')
  const [token = ''] = writer.tokens
  await expect.poll(async () => (await place(server, token, randomUUID())).status).toBe(200)

  // Stopped, it receives orders and decides none.
  writer.child.kill('SIGSTOP')
  const keys = writer.tokens.map(() => randomUUID())
  const placeAll = () => Promise.all(keys.map((key, index) => place(server, writer.tokens[index] ?? '', key)))
  const open = placeAll()
  await expect.poll(() => forwardedBy(server)).toBe(OPEN_ORDERS)
  writer.child.kill('SIGKILL')
  await once(writer.child, 'exit')
  for (const replies of [await open, await placeAll()]) {
    expect(replies.map(({ status }) => status)).toEqual(keys.map(() => 200))
  }
  const { db } = server.server.context.store
  expect(await db.selectFrom('lot').select('lot_id').execute()).toHaveLength(OPEN_ORDERS + 1)
  expect(await checkIntegrity(db, AREAS)).toEqual([])
})

it('orders fail at once after the writer was killed, while there is no other', async () => {
  const { writer, start } = await startWorld()
  const server = await start('api')
  const [token = ''] = writer.tokens
  expect((await place(server, token, randomUUID())).status).toBe(200)
  writer.child.kill('SIGKILL')
  await once(writer.child, 'exit')
  // NATS may not have noticed yet: this one may count as open.
  expect((await place(server, token, randomUUID())).status).toBe(503)
  const { status, tookMs } = await place(server, token, randomUUID())
  expect(status).toBe(503)
  expect(tookMs).toBeLessThan(OUTCOME_DEADLINE_MS / 2)
})
