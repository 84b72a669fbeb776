import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { endServers, startUnderLoad } from '../support/crash-scenario.ts'
import { FIRST_ITEM_ID, makePack } from '../support/make-pack.ts'
import { order } from '../support/market-server.ts'
import { startNats } from '../support/nats.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { createTestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const OPEN_ORDERS = 20
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

it('orders that are open when the writer is killed are decided once by the next one; later ones fail at once until then', async () => {
  const store = await createTestStore('postgres')
  const nats = await startNats()
  closings.push(
    () => store.remove(),
    () => nats.stop(),
  )
  const writer = await startUnderLoad({
    ...store.environment,
    ...nats.environment,
    CONTENT_DIR: makePack({ items: 3, starterCoins: 1_000, starterCount: 100 }),
    LOAD_PLAYERS: String(OPEN_ORDERS),
  })
  const next = await startTestServer({ store, environment: nats.environment })
  closings.push(() => next.close())
  const server = await startTestServer({ store, environment: { ...nats.environment, ROLE: 'api' } })
  closings.push(() => server.close())
  const [token = ''] = writer.tokens
  await expect.poll(async () => (await place(server, token, randomUUID())).status).toBe(200)

  // Stopped, it receives orders and decides none.
  writer.child.kill('SIGSTOP')
  const keys = writer.tokens.map(() => randomUUID())
  const open = Promise.all(keys.map((key, index) => place(server, writer.tokens[index] ?? '', key)))
  await expect.poll(() => forwardedBy(server)).toBe(OPEN_ORDERS)
  writer.child.kill('SIGKILL')
  await once(writer.child, 'exit')
  const later = await place(server, token, randomUUID())
  const outcomes = await open
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 200))
  expect(later.status).toBe(503)
  expect(later.tookMs).toBeLessThan(Math.max(...outcomes.map(({ tookMs }) => tookMs)))
  for (const [index, key] of keys.entries()) {
    expect((await place(server, writer.tokens[index] ?? '', key)).status).toBe(200)
  }
  const { db } = server.server.context.store
  expect(await db.selectFrom('lot').select('lot_id').execute()).toHaveLength(OPEN_ORDERS + 1)
  expect(await checkIntegrity(db, AREAS)).toEqual([])
})
