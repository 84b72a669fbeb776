import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startPostgres, startStandby } from '../../../../tools/postgres-cluster.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { AREAS } from '../../src/server-areas.ts'
import { openStore } from '../../src/store/store.ts'
import { FIRST_ITEM_ID } from '../support/make-pack.ts'
import { order } from '../support/market-server.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { newSteamId, Player } from '../support/player.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import type { TestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const STANDBY = 'standby'
const TRADERS = 6
/** Orders placed before a failover and after it. */
const ORDERS = 60
const RETRY_PAUSE_MS = 50
/** How long there is no primary: long enough that the server searches for one in vain. */
const SEARCH_MS = 1_500
/** Limit from the promotion until commands are accepted again (operations §2). */
const RECOVERY_MAX_MS = 10_000
const SELL = 'POST /marketplace/create-sell-lot'
const closings: (() => Promise<unknown> | void)[] = []

let platform: SimulatedPlatform
beforeAll(async () => {
  platform = await startSimulatedPlatform()
})
afterAll(() => platform.close())
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close()
})

/** A primary with a standby, and a server that knows the addresses of both. */
async function startCluster() {
  const primary = await startPostgres()
  const standby = await startStandby(primary, STANDBY)
  closings.push(
    () => primary.stop(),
    () => standby.stop(),
  )
  const folder = mkdtempSync(join(tmpdir(), 'clutch-data-'))
  closings.push(() => rmSync(folder, { recursive: true, force: true }))
  // The standby first: it accepts no writes.
  const hosts = [standby, primary].map(({ url }) => new URL(url).host).join(',')
  const databaseUrl = `postgres://clutch@${hosts}/postgres?target_session_attrs=read-write`
  const store: TestStore = {
    kind: 'postgres',
    environment: { DATABASE_URL: databaseUrl, DATA_DIR: folder, PLATFORM_SIM_PORT: new URL(platform.url).port },
    open: () => openStore({ databaseUrl, dataDir: folder }),
    remove: () => Promise.resolve(),
  }
  const start = async (): Promise<TestServer> => {
    const server = await startTestServer({ store, pack: { starterCount: 1_000_000 } })
    closings.push(() => server.close())
    return server
  }
  return { primary, standby, start }
}

/** Players who place orders one after the other, each again with its key until it is acknowledged. */
class Trading {
  /** Number of acknowledged orders. */
  acknowledged = 0
  readonly #players: readonly Player[]
  readonly #over = new AbortController()
  #all: Promise<unknown> = Promise.resolve()

  private constructor(players: readonly Player[]) {
    this.#players = players
  }

  static async start(server: TestServer): Promise<Trading> {
    const trading = new Trading(await Promise.all(Array.from({ length: TRADERS }, () => signIn(server))))
    trading.#all = Promise.all(trading.#players.map((player) => trading.#trade(player)))
    return trading
  }

  /** Resolves after this many more orders have been acknowledged. */
  async waitForOrders(count = ORDERS): Promise<void> {
    const target = this.acknowledged + count
    await expect.poll(() => this.acknowledged, { timeout: PATIENCE_MS }).toBeGreaterThanOrEqual(target)
  }

  async stop(): Promise<void> {
    this.#over.abort()
    await this.#all
  }

  async #trade(player: Player): Promise<void> {
    while (!this.#over.signal.aborted) {
      await placeUntilAcknowledged(player)
      this.acknowledged += 1
    }
  }
}

/** Tries until the server has the lease. */
function signIn(server: TestServer): Promise<Player> {
  const steamId = newSteamId()
  return vi.waitFor(() => Player.signIn(server, steamId), PATIENCE_MS)
}

async function placeUntilAcknowledged(player: Player, key: string = randomUUID()): Promise<void> {
  for (; ; await wait(RETRY_PAUSE_MS)) {
    const response = await player.send(SELL, order(FIRST_ITEM_ID, 7, 1), { 'idempotency-key': key })
    if (response.status === 200) return
    expect(response.status).toBe(503)
  }
}

async function outageLossSeconds({ url }: TestServer): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^clutch_outage_loss_seconds (\S+)$/m.exec(metrics)?.[1]?.replace('Inf', 'Infinity'))
}

async function countLots({ server }: TestServer): Promise<number> {
  const { db } = server.context.store
  expect(await checkIntegrity(db, AREAS)).toEqual([])
  const lots = await db.selectFrom('lot').select('lot_id').execute()
  return lots.length
}

it('a synchronous standby that is promoted under load has every acknowledged order', async () => {
  const { primary, standby, start } = await startCluster()
  primary.set('synchronous_standby_names', STANDBY)
  const server = await start()
  expect(await outageLossSeconds(server)).toBe(0)
  const trading = await Trading.start(server)
  await trading.waitForOrders()

  await primary.halt('immediate')
  await wait(SEARCH_MS)
  standby.promote()
  const promotedAtMs = performance.now()
  await trading.waitForOrders(TRADERS)
  expect(performance.now() - promotedAtMs).toBeLessThan(RECOVERY_MAX_MS)
  await trading.waitForOrders()
  await trading.stop()
  expect(await countLots(server)).toBe(trading.acknowledged)
})

it('an asynchronous standby that is promoted lacks what it had not received, as the server warned', async () => {
  const { primary, standby, start } = await startCluster()
  const server = await start()
  expect(await outageLossSeconds(server)).toBeLessThan(Number.POSITIVE_INFINITY)
  expect(server.logged()).toContain('an outage of the primary loses what no standby has yet')
  const trading = await Trading.start(server)
  await trading.waitForOrders()
  standby.set('primary_conninfo', '')
  await trading.waitForOrders()
  await trading.stop()
  expect(await countLots(server)).toBe(trading.acknowledged)

  await primary.halt('immediate')
  standby.promote()
  const player = await signIn(server)
  await placeUntilAcknowledged(player)
  const lots = await countLots(server)
  expect(lots).toBeGreaterThanOrEqual(ORDERS)
  expect(lots).toBeLessThan(trading.acknowledged)
})

it('a commit whose wait for the standby is cancelled is not acknowledged until the standby has it', async () => {
  const { primary, standby, start } = await startCluster()
  primary.set('synchronous_standby_names', STANDBY)
  primary.set('synchronous_commit', 'remote_apply')
  const server = await start()
  const player = await signIn(server)
  standby.ask('postgres', 'select pg_wal_replay_pause()')
  const key = randomUUID()
  const placed = player.send(SELL, order(FIRST_ITEM_ID, 7, 1), { 'idempotency-key': key })
  // Other sessions, which store logins and leases, wait for the standby too.
  const cancel = `select count(pg_cancel_backend(pid)) from pg_stat_activity
    where wait_event = 'SyncRep' and application_name = 'clutch-writer'`
  await expect.poll(() => primary.ask('postgres', cancel), { timeout: PATIENCE_MS }).not.toBe('0')
  expect((await placed).status).toBe(503)
  expect(server.logged()).toContain('A commit did not wait for the synchronous standby')

  standby.ask('postgres', 'select pg_wal_replay_resume()')
  await placeUntilAcknowledged(player, key)
  expect(await countLots(server)).toBe(1)
})
