import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { RECONNECT_CLOSE_CODE } from '@clutch/contract/constants'
import { decodeBatch } from '@clutch/contract/live'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startPostgres, type PostgresCluster } from '../../../../tools/postgres-cluster.ts'
import { testFilesFolder } from '../../../../tools/test-files.ts'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { openStore } from '../../src/store/store.ts'
import { startLoadServer, type LoadServer } from '../support/load-server.ts'
import { FIRST_ITEM_ID, makePack } from '../support/make-pack.ts'
import { askDatabase } from '../support/run-on-server.ts'
import { startRelay } from '../support/relay.ts'

/** A holder that shows no sign of life is replaced within this time (docs/operations.md). */
const TAKE_OVER_MS = 5_000
/** What a loaded machine needs to notice and to respond. */
const SLACK_MS = 30_000
/** Retries run once a second, so each has failed more than once by then. */
const OUTAGE_MS = 3_000
/** A caller of a writer whose database does not respond gets an error within this time. */
const CALLER_TOLD_MS = 10_000
const ROUNDS = Number(process.env['LEASE_ROUNDS'] ?? 1)
const DATABASE = 'lease'
const TEST_MAX_MS = 240_000 + ROUNDS * 60_000

describe('the lease on PostgreSQL', () => {
  let cluster: PostgresCluster
  let databaseUrl: string
  const pack = makePack({ items: 3, starterCoins: 1_000_000, starterCount: 1_000 })
  /** Servers of one database sign with the same keys. */
  const dataDir = mkdtempSync(join(testFilesFolder(), 'clutch-lease-'))
  const servers: LoadServer[] = []

  beforeAll(async () => {
    cluster = await startPostgres()
    cluster.ask('postgres', `create database ${DATABASE}`)
    databaseUrl = `${cluster.url}/${DATABASE}`
  })

  afterEach(async () => {
    for (const { child } of servers.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    const store = await openStore({ databaseUrl, dataDir: '' })
    expect(await checkIntegrity(store.db, AREAS)).toEqual([])
    await store.close()
  })

  afterAll(async () => {
    await cluster.stop()
    for (const folder of [pack, dataDir]) rmSync(folder, { recursive: true, force: true })
  })

  async function start(url = databaseUrl): Promise<LoadServer> {
    const server = await startLoadServer({
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      CONTENT_DIR: pack,
      LOG_LEVEL: 'silent',
    })
    servers.push(server)
    return server
  }

  async function place({ url, tokens }: LoadServer, key: string = randomUUID()): Promise<number> {
    const response = await fetch(`${url}/api/marketplace/create-sell-lot`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${tokens[0] ?? ''}`,
        'idempotency-key': key,
      },
      body: JSON.stringify({ item_type_id: FIRST_ITEM_ID, price: 7, count: 1 }),
    })
    await response.text()
    return response.status
  }

  /** @returns the number of changes of own lots that the connection has received, and the code that closed it */
  async function openSocket({ url, tokens }: LoadServer): Promise<{ lotChanges: number; code: number | undefined }> {
    const headers = { authorization: `Bearer ${tokens[0] ?? ''}` }
    const answer = (await (await fetch(`${url}/api/get-server`, { headers })).json()) as Record<string, string>
    const socket = new WebSocket(`${answer['server_url'] ?? ''}/ws?token=${answer['token'] ?? ''}`)
    const heard: { lotChanges: number; code: number | undefined } = { lotChanges: 0, code: undefined }
    socket.on('close', (code) => (heard.code = code))
    socket.on('message', (data: Buffer) => {
      heard.lotChanges += decodeBatch(data).events.filter(({ type }) => type === 'lotChanged').length
    })
    await once(socket, 'open')
    return heard
  }

  const ask = async (question: string) => Number(await askDatabase(`${cluster.url}/${DATABASE}`, question))

  const countSessions = (name: string) =>
    ask(`select count(*) from pg_stat_activity where application_name = '${name}'`)

  /** Number of times the lease has been acquired. */
  const takeOvers = () => ask('select epoch from writer_state')

  /** Waits until a standby requests the lock next to the holder's two sessions. */
  async function standsInLine(): Promise<void> {
    await expect.poll(() => countSessions('clutch-writer')).toBe(3)
  }

  /** A standby becomes the writer within the limit; how long it then takes to serve depends on the machine. */
  async function expectTakeOver(before: number): Promise<void> {
    const sinceMs = performance.now()
    await expect.poll(takeOvers).toBeGreaterThan(before)
    expect(performance.now() - sinceMs).toBeLessThan(TAKE_OVER_MS + SLACK_MS)
  }

  const healthOf = async ({ url }: LoadServer) => (await fetch(`${url}/api/health`)).status

  it(
    'goes to a standby within five seconds when its holder is stopped, and the old one can never commit',
    async () => {
      const holder = await start()
      expect(await place(holder)).toBe(200)
      const waiting = start()
      await standsInLine()
      const before = await takeOvers()
      holder.child.kill('SIGSTOP')
      await expectTakeOver(before)
      const standby = await waiting
      expect(await place(standby)).toBe(200)
      holder.child.kill('SIGCONT')
      const statuses = await Promise.all(Array.from({ length: 20 }, () => place(holder)))
      expect(new Set(statuses)).toEqual(new Set([503]))
      await expect.poll(() => healthOf(holder)).toBe(503)
      expect([await place(standby), await healthOf(standby)]).toEqual([200, 200])
    },
    TEST_MAX_MS,
  )

  it(
    'returns to a holder that learns what it missed, as do its clients',
    async () => {
      const first = await start()
      const socket = await openSocket(first)
      const waiting = start()
      await standsInLine()
      first.child.kill('SIGSTOP')
      const second = await waiting
      expect(await place(second)).toBe(200)
      expect(await place(second)).toBe(200)
      second.child.kill('SIGKILL')
      await once(second.child, 'exit')
      first.child.kill('SIGCONT')
      await expect.poll(() => place(first)).toBe(200)
      // Either the other servers sent it, or the client is made to refetch.
      const hasHeard = () => socket.lotChanges === 3 || socket.code === RECONNECT_CLOSE_CODE
      await expect.poll(hasHeard).toBe(true)
    },
    TEST_MAX_MS,
  )

  it(
    'goes to a standby within five seconds when the network of its holder falls silent in both directions',
    async () => {
      const address = new URL(databaseUrl)
      const proxy = await startRelay(Number(address.port))
      address.port = String(proxy.port)
      const holder = await start(address.href)
      const key = randomUUID()
      expect(await place(holder, key)).toBe(200)
      const waiting = start()
      await standsInLine()
      const before = await takeOvers()
      proxy.fallSilent()
      const silentAtMs = performance.now()
      const lost = place(holder).then((status) => ({ status, afterMs: performance.now() - silentAtMs }))
      await expectTakeOver(before)
      const standby = await waiting
      const { status, afterMs } = await lost
      expect(status).toBe(503)
      expect(afterMs).toBeLessThan(CALLER_TOLD_MS + SLACK_MS)
      expect(await place(standby, key)).toBe(200)
      await expect.poll(() => healthOf(holder)).toBe(503)
      proxy.speak()
      const statuses = await Promise.all(Array.from({ length: 20 }, () => place(holder)))
      expect(new Set(statuses)).toEqual(new Set([503]))
      expect([await place(standby), await healthOf(standby)]).toEqual([200, 200])
      await proxy.close()
    },
    TEST_MAX_MS,
  )

  it.each(['fast', 'immediate'] as const)(
    'is reacquired automatically when the database stops (%s) and starts again; meanwhile callers get an error',
    async (mode) => {
      const server = await start()
      for (let round = 0; round < ROUNDS; round += 1) {
        const key = randomUUID()
        expect(await place(server, key)).toBe(200)
        await cluster.halt(mode)
        await expect.poll(() => healthOf(server)).toBe(503)
        expect(await place(server)).toBe(503)
        await wait(OUTAGE_MS)
        await cluster.launch()
        await expect.poll(() => place(server)).toBe(200)
        await expect.poll(() => healthOf(server)).toBe(200)
        expect(await place(server, key)).toBe(200)
      }
      expect(server.child.exitCode).toBeNull()
    },
    TEST_MAX_MS,
  )
})
