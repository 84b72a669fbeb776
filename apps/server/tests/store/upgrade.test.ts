import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { AREAS } from '../../src/server-areas.ts'
import { startLoadServer, type LoadServer } from '../support/load-server.ts'
import { FIRST_ITEM_ID, makePack } from '../support/make-pack.ts'
import { order } from '../support/market-server.ts'
import { makeNextVersion, NEXT_SCHEMA, NEXT_TABLE } from '../support/next-version.ts'
import { askDatabase } from '../support/run-on-server.ts'
import { createTestStore } from '../support/stores.ts'

const PLAYERS = 4
const RETRY_MS = 50
const UNAVAILABLE = 503
const placedOrder = z.object({ lot: z.object({ lot_uuid: z.string() }) })
/** Orders placed before and after the switch, so that both versions execute some. */
const ORDERS = 100
const NEWER = 'A newer version of Clutch has changed this database'
const closings: (() => Promise<unknown> | void)[] = []

afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close()
})

async function openWorld() {
  const store = await createTestStore('postgres')
  closings.push(() => store.remove())
  const next = makeNextVersion()
  closings.push(() => next.remove())
  const databaseUrl = store.environment['DATABASE_URL'] ?? ''
  const environment = {
    ...store.environment,
    CONTENT_DIR: makePack({ items: 3, starterCoins: 0, starterCount: 1_000_000 }),
    LOAD_PLAYERS: String(PLAYERS),
  }
  const start = (version: 'this' | 'next', settings: Readonly<Record<string, string>> = {}) => {
    const started = Promise.withResolvers<ChildProcess>()
    const serving = startLoadServer(
      { ...environment, ...settings },
      { onStart: started.resolve, ...(version === 'next' && { program: next.loadServer }) },
    )
    // A test that fails earlier does not wait for it.
    serving.catch(() => undefined)
    closings.push(async () => (await started.promise).kill('SIGKILL'))
    return { child: started.promise, serving }
  }
  return { store, databaseUrl, start }
}

/** Trades at the current server, each order repeated under its key until it is answered. */
class Traders {
  readonly placed: string[] = []
  readonly rejected: string[] = []
  server: LoadServer
  readonly #over = new AbortController()
  readonly #trading: Promise<void[]>

  constructor(server: LoadServer) {
    this.server = server
    this.#trading = Promise.all(server.tokens.map((token) => this.#trade(token)))
  }

  async stop(): Promise<void> {
    this.#over.abort()
    await this.#trading
  }

  async waitForOrders(count: number): Promise<void> {
    const enough = this.placed.length + count
    await expect.poll(() => this.placed.length + this.rejected.length).toBeGreaterThan(enough)
  }

  /** Offers an item and withdraws it, so that lots do not pile up. */
  async #trade(token: string): Promise<void> {
    while (!this.#over.signal.aborted) {
      const placed = await this.#send(token, 'create-sell-lot', order(FIRST_ITEM_ID, 7, 1))
      const { data } = placedOrder.safeParse(placed)
      if (data !== undefined) await this.#send(token, 'cancel-lot', { lot_uuid: data.lot.lot_uuid })
    }
  }

  /** Repeats a command until it is answered. @returns the response */
  async #send(token: string, command: string, body: object): Promise<unknown> {
    const key = randomUUID()
    for (;;) {
      const response = await this.#try(token, command, body, key)
      if (response?.status === 200) {
        this.placed.push(key)
        return response.json()
      }
      if (response !== undefined && response.status !== UNAVAILABLE) {
        this.rejected.push(`${command} ${response.status} ${await response.text()}`)
        return undefined
      }
      await wait(RETRY_MS)
    }
  }

  /** @returns undefined while the server is not reached */
  #try(token: string, command: string, body: object, key: string): Promise<Response | undefined> {
    return fetch(`${this.server.url}/api/marketplace/${command}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
      body: JSON.stringify(body),
    }).catch(() => undefined)
  }
}

describe('an upgrade on PostgreSQL', () => {
  it('migrates when the older server has stopped, and loses no order of players who trade all the time', async () => {
    const { store, databaseUrl, start } = await openWorld()
    const older = await start('this').serving
    const traders = new Traders(older)
    await traders.waitForOrders(ORDERS)

    let isServing = false
    const { serving } = start('next')
    void serving.then(() => (isServing = true)).catch(() => undefined)
    // The writer's two connections, and one that waits for the lease.
    const question = `select count(*)::integer from pg_stat_activity
      where datname = current_database() and application_name = 'clutch-writer'`
    await expect.poll(() => askDatabase(databaseUrl, question)).toBe(3)
    await traders.waitForOrders(ORDERS)
    expect(isServing).toBe(false)
    expect(await askDatabase(databaseUrl, `select to_regclass('${NEXT_TABLE}')`)).toBeNull()

    const ended = once(older.child, 'exit')
    older.child.kill('SIGTERM')
    await ended
    const newer = await serving
    traders.server = newer
    await traders.waitForOrders(ORDERS)
    await traders.stop()
    expect(traders.rejected).toEqual([])
    expect(await (await fetch(`${newer.url}/api/health`)).json()).toMatchObject({ status: 'ok', schema: NEXT_SCHEMA })
    const stopped = once(newer.child, 'exit')
    newer.child.kill('SIGTERM')
    await stopped

    const keys = traders.placed.map((key) => `'${key}'`).join()
    const executed = await askDatabase(
      databaseUrl,
      `select count(*)::integer from command_outcome where key in (${keys})`,
    )
    expect(executed).toBe(traders.placed.length)
    await expect(store.open()).rejects.toThrow(NEWER)
    await askDatabase(databaseUrl, `delete from kysely_migration where name = '${NEXT_SCHEMA}'`)
    const opened = await store.open()
    closings.push(() => opened.close())
    expect(await checkIntegrity(opened.db, AREAS)).toEqual([])
  })

  it('is refused with PENDING_MIGRATIONS=refuse while another server is the writer, which goes on', async () => {
    const { databaseUrl, start } = await openWorld()
    const older = await start('this').serving
    const { child, serving } = start('next', { PENDING_MIGRATIONS: 'refuse' })
    const [code] = await once(await child, 'exit')
    expect(code).toBe(1)
    await expect(serving).rejects.toThrow('The server ended before it was ready')
    expect(await askDatabase(databaseUrl, `select to_regclass('${NEXT_TABLE}')`)).toBeNull()
    expect((await fetch(`${older.url}/api/health`)).status).toBe(200)
  })
})
