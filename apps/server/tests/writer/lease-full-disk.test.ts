import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type PostgresCluster } from '../../../../tools/postgres-cluster.ts'
import { testFilesFolder } from '../../../../tools/test-files.ts'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { openStore } from '../../src/store/store.ts'
import { startLoadServer, type LoadServer } from '../support/load-server.ts'
import { FIRST_ITEM_ID, makePack } from '../support/make-pack.ts'
import { canMountDisks, mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'

const ROUNDS = Number(process.env['LEASE_ROUNDS'] ?? 1)
/** Little more than an empty world and its log. */
const DISK_MB = 160
/** Upper bound of orders that fit into the space the tables have already allocated. */
const ORDERS_MAX = 2_000
/** Megabytes of log to write, one at a time: more than the allocated segments hold. */
const LOG_MB_MAX = 200
const TEST_MAX_MS = 180_000 + ROUNDS * 30_000
const PLACED_KIND = 4

describe.runIf(canMountDisks())('a server whose PostgreSQL disk is full', () => {
  let disk: SmallDisk
  let cluster: PostgresCluster
  let databaseUrl: string
  let server: LoadServer
  /** The response to every acknowledged order, by its key. */
  const acknowledged = new Map<string, string>()
  const pack = makePack({ items: 3, starterCoins: 1_000_000, starterCount: 1_000_000 })
  const dataDir = mkdtempSync(join(testFilesFolder(), 'clutch-full-disk-'))

  beforeAll(async () => {
    disk = mountSmallDisk(DISK_MB)
    cluster = await startPostgres({ min_wal_size: '32MB', max_wal_size: '48MB' }, disk.folder)
    databaseUrl = `${cluster.url}/small`
    cluster.ask('postgres', 'create database small')
    server = await startLoadServer({
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      CONTENT_DIR: pack,
      LOG_LEVEL: 'silent',
      LOAD_PLAYERS: '2',
    })
  })
  afterAll(async () => {
    server.child.kill('SIGKILL')
    await once(server.child, 'exit')
    await cluster.stop()
    disk.remove()
    for (const folder of [pack, dataDir]) rmSync(folder, { recursive: true, force: true })
  })

  async function send(
    path: string,
    body: object,
    key: string = randomUUID(),
  ): Promise<{ status: number; text: string }> {
    const response = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${server.tokens[0] ?? ''}`,
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    })
    return { status: response.status, text: await response.text() }
  }

  async function place(key: string = randomUUID()): Promise<number> {
    const order = { item_type_id: FIRST_ITEM_ID, price: 7, count: 1 }
    const { status, text } = await send('/marketplace/create-sell-lot', order, key)
    if (status === 200) {
      const before = acknowledged.get(key) ?? text
      if (text !== before) throw new Error(`${before} became ${text}`)
      acknowledged.set(key, text)
    }
    return status
  }

  async function healthOf(): Promise<object> {
    const response = await fetch(`${server.url}/api/health`)
    return { status: response.status, body: await response.json() }
  }

  /** @returns the key of the first rejected order */
  async function placeUntilRefused(): Promise<string> {
    for (let orders = 0; orders < ORDERS_MAX; orders += 1) {
      const key = randomUUID()
      const status = await place(key)
      if (status === 200) continue
      expect(status).toBe(503)
      return key
    }
    throw new Error('The disk never filled up')
  }

  it(
    'rejects orders while tables cannot grow, keeps serving reads, and recovers without a restart',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        disk.fill()
        const refused = await placeUntilRefused()
        await expect.poll(healthOf).toMatchObject({ status: 503, body: { database: true, commits: false } })
        expect((await send('/marketplace/get-my-lots', {})).status).toBe(200)
        expect((await send('/marketplace/get-all-prices', {})).status).toBe(200)
        expect(await place(refused)).toBe(503)
        disk.free()
        await expect.poll(() => place(refused)).toBe(200)
        await expect.poll(healthOf).toMatchObject({ status: 200 })
      }
      for (const key of acknowledged.keys()) expect(await place(key)).toBe(200)
      expect(server.child.exitCode).toBeNull()
    },
    TEST_MAX_MS,
  )

  it(
    'keeps every acknowledged order when the database ends because its log cannot grow',
    async () => {
      expect(await place()).toBe(200)
      disk.fill()
      const writeLog = `select pg_logical_emit_message(false, 'x', repeat('x', 1000000))`
      let hasEnded = false
      for (let written = 0; written < LOG_MB_MAX && !hasEnded; written += 1) {
        const { status } = spawnSync(join(cluster.binFolder, 'psql'), [databaseUrl, '-qc', writeLog], {
          stdio: 'ignore',
        })
        hasEnded = status !== 0
      }
      expect(hasEnded).toBe(true)
      const refused = randomUUID()
      await expect.poll(() => place(refused)).toBe(503)
      await expect.poll(healthOf).toMatchObject({ status: 503, body: { database: false } })
      disk.free()
      await cluster.launch()
      await expect.poll(() => place(refused)).toBe(200)
      await expect.poll(healthOf).toMatchObject({ status: 200 })
      for (const key of acknowledged.keys()) expect(await place(key)).toBe(200)
      expect(server.child.exitCode).toBeNull()
      const store = await openStore({ databaseUrl, dataDir: '' })
      const placed = await store.db.selectFrom('operation').select('cause_id').where('kind', '=', PLACED_KIND).execute()
      expect(placed).toHaveLength(acknowledged.size)
      expect(await checkIntegrity(store.db, AREAS)).toEqual([])
      await store.close()
    },
    TEST_MAX_MS,
  )
})
