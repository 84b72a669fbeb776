import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AREAS } from '../../src/server-areas.ts'
import { integrityCheckSteps, checkIntegrity, type IntegrityFinding } from '../../src/integrity/integrity-check.ts'
import { FIRST_ITEM_ID, RECIPES } from '../support/make-pack.ts'
import { order } from '../support/market-server.ts'
import { newSteamId, Player } from '../support/player.ts'
import { ServerClient } from '../support/server-client.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const ADMIN = '76561198000000114'
const STOLEN = 777
const LAG_MS = 60_000
const HOUR_SEC = 3_600

const inOrder = (findings: readonly IntegrityFinding[]): string[] =>
  findings.map(({ rule, detail }) => `${rule}: ${detail}`).toSorted()

describe.each(STORE_KINDS)('integrity monitoring of the economy on %s', (kind) => {
  let platform: SimulatedPlatform
  let store: TestStore
  let server: TestServer
  beforeAll(async () => {
    platform = await startSimulatedPlatform()
    store = await createTestStore(kind)
    server = await start()
  })
  afterAll(async () => {
    await server.close()
    await store.remove()
    await platform.close()
  })
  const start = (): Promise<TestServer> =>
    startTestServer({
      store,
      environment: { PLATFORM_SIM_PORT: new URL(platform.url).port, ADMIN_STEAM_IDS: ADMIN },
      pack: { production: true },
    })
  const db = () => server.server.context.store.db
  const metrics = async () => (await fetch(`${server.url}/metrics`)).text()
  const lagSeconds = async () => Number(/^clutch_due_work_lag_seconds (\S+)$/m.exec(await metrics())?.[1])
  const changeCoins = (player: Player, by: number) =>
    sql`update balance set free = free + ${by} where user_id = ${player.userId} and asset = 0`.execute(db())

  it('finds sums of zero through trades, jobs and cancellations', async () => {
    const [anna, boris] = [await Player.signIn(server), await Player.signIn(server)]
    const lot = await anna.call('POST /marketplace/create-sell-lot', order(FIRST_ITEM_ID, 5, 4))
    await boris.call('POST /marketplace/buy-lot', order(FIRST_ITEM_ID, 5, 2))
    await anna.call('POST /marketplace/cancel-lot', { lot_uuid: lot.lot?.lot_uuid ?? '' })
    await boris.call('POST /craft/start', { receipt_id: RECIPES.instantCraft, count: 1 })
    const { rows } = await sql`select asset from asset_total where total <> 0`.execute(db())
    expect(rows).toEqual([])
    expect(await checkIntegrity(db(), AREAS)).toEqual([])
  })

  it('halts the economy automatically after a balance was changed outside the rules, and names its owner', async () => {
    const admin = await Player.signIn(server, ADMIN)
    const [anna, thief] = [await Player.signIn(server), await Player.signIn(server)]
    await admin.call('POST /marketplace/create-sell-lot', order(FIRST_ITEM_ID, 5, 1))
    expect(await anna.call('POST /marketplace/check-buy-lot', order(FIRST_ITEM_ID, 5, 1))).toBe(true)
    const awaited = newSteamId()
    await (await ServerClient.open(server)).post(awaited, 'drop', { coins: 5, create_player: true })
    await changeCoins(thief, STOLEN)
    const frozenSince = async () => (await admin.call('GET /console/status')).frozen_since
    await expect.poll(frozenSince).not.toBeNull()

    await anna.refused('economy_frozen', 'POST /marketplace/create-sell-lot', order(FIRST_ITEM_ID, 5, 1))
    // It reads the stored halt, which is written after the writer has stopped.
    await expect.poll(() => anna.call('POST /marketplace/check-buy-lot', order(FIRST_ITEM_ID, 5, 1))).toBe(false)
    expect(await anna.coins()).toBe(1_000)
    expect(await anna.call('POST /marketplace/get-all-prices')).toBeDefined()
    expect(await metrics()).toContain('clutch_economy_frozen 1')
    expect(server.logged()).toContain('economy halted: integrity violations found')
    const findings = async () => (await admin.call('GET /console/status')).findings.map(({ detail }) => detail)
    await expect.poll(findings).toContain(`asset 0 sums to ${STOLEN}`)
    const whose = `${thief.userId} has ${1_000 + STOLEN} of asset 0, its operations sum to 1000`
    await expect.poll(findings).toContain(whose)

    await server.close()
    server = await start()
    const again = await Player.signIn(server, ADMIN)
    await again.refused('economy_frozen', 'POST /craft/start', { receipt_id: RECIPES.instantCraft, count: 1 })
    await again.refused('still_broken', 'POST /admin/thaw-economy', { reason: 'looked at it' })

    // Their starter pack waits; they need not.
    expect(await (await Player.signIn(server, awaited)).coins()).toBe(5)

    await changeCoins(thief, -STOLEN)
    const thaw = { reason: 'taken back by SQL', idempotency_key: 'thaw' }
    await again.call('POST /admin/thaw-economy', thaw)
    expect(await again.call('POST /admin/thaw-economy', thaw)).toEqual({ ok: true })
    await again.refused('idempotency_conflict', 'POST /admin/thaw-economy', { ...thaw, reason: 'another' })
    await again.call('POST /craft/start', { receipt_id: RECIPES.instantCraft, count: 1 })
    expect((await again.call('GET /console/status')).frozen_since).toBeNull()
    expect(await (await Player.signIn(server, awaited)).coins()).toBe(1_005)
    const { response } = await again.call('POST /admin/audit', { action: 'economy.thaw' })
    expect(response.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['idempotency_conflict', 'another'],
      ['repeated', 'taken back by SQL'],
      ['done', 'taken back by SQL'],
      ['still_broken', 'looked at it'],
    ])
  })

  it('finds the same violations in chunks of a few players as in a single pass, each once', async () => {
    const players = [await Player.signIn(server), await Player.signIn(server), await Player.signIn(server)]
    for (const player of players) {
      for (let orders = 0; orders < 3; orders += 1) {
        await player.call('POST /marketplace/create-sell-lot', order(FIRST_ITEM_ID, 50, 1))
      }
    }
    // Rolled back, so that the monitor does not see it.
    const trx = await db().startTransaction().execute()
    try {
      await sql`update balance set free = free + 1 where asset = 0`.execute(trx)
      await sql`update item_total set sold_count = sold_count + 1`.execute(trx)
      const whole = await checkIntegrity(trx, AREAS)
      expect(whole.filter(({ rule }) => rule === 'ledger').length).toBeGreaterThan(players.length)
      expect(whole.map(({ rule }) => rule)).toContain('item_total')
      for (const operations of [1, 4, 1_000]) {
        const findings: IntegrityFinding[] = []
        for await (const piece of integrityCheckSteps(trx, AREAS, operations)) findings.push(...(await piece(trx)))
        expect(inOrder(findings)).toEqual(inOrder(whole))
      }
    } finally {
      await trx.rollback().execute()
    }
  })

  it('reports the server as unhealthy while commits fail, and as healthy again automatically', async () => {
    const player = await Player.signIn(server)
    const health = async () => (await fetch(`${server.url}/api/health`)).status
    expect(await health()).toBe(200)
    // A full disk does the same to every batch: reads continue, and nothing can be written.
    await sql`alter table outbox rename to outbox_away`.execute(db())
    await player.refused('unavailable', 'POST /marketplace/create-sell-lot', order(FIRST_ITEM_ID, 5, 1))
    expect(await health()).toBe(503)
    await db()
      .insertInto('due_work')
      .values({ kind: 'player', subject_id: player.userId, due_at_ms: Date.now() - LAG_MS })
      .execute()
    await wait(1_500)
    expect(await health()).toBe(503)
    expect(await lagSeconds()).toBeGreaterThanOrEqual(LAG_MS / 1_000)
    await sql`alter table outbox_away rename to outbox`.execute(db())
    await expect.poll(health).toBe(200)
    await expect.poll(lagSeconds).toBe(0)
    await player.call('POST /marketplace/create-sell-lot', order(FIRST_ITEM_ID, 5, 1))
  })

  it('reports its state at /metrics', async () => {
    const text = await metrics()
    // The end of a halt, above, requires a check without findings.
    expect(Number(/^clutch_audit_age_seconds (\S+)$/m.exec(text)?.[1])).toBeLessThan(HOUR_SEC)
    expect(text).toMatch(/clutch_commands_total\{type="place_lot",outcome="ok"\} \d/)
    expect(text).toMatch(/clutch_batch_commands_count [1-9]/)
    expect(Number(/^clutch_batch_commit_seconds_sum (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
    expect(text).toMatch(/clutch_store_bytes \d{6}/)
    for (const name of ['sockets', 'event_streams', 'waiting_commands', 'due_work_lag_seconds']) {
      expect(text).toContain(`clutch_${name} `)
    }
    expect(text).toContain('clutch_tasks{state="new"}')
  })
})
