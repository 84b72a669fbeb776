import { setTimeout as wait } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import type { CallResponse, ExchangeWithSteps } from '@clutch/contract'
import { DAY_MS, HOUR_MS } from '@clutch/contract/formats'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { exchangeTasks } from '../../src/areas/exchange/platform-work.ts'
import { ExchangeReconciliation } from '../../src/areas/exchange/reconcile.ts'
import { EXCHANGE_TASK } from '../../src/areas/exchange/rows.ts'
import { SteamWallets } from '../../src/areas/exchange/steam-wallets.ts'
import { platformInventories } from '../../src/platform/inventory-service.ts'
import { PlayerLocks } from '../../src/platform/player-lock.ts'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { LiveClient } from '../support/live-client.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { Player } from '../support/player.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const POLL_MS = 50
const MINUTE_MS = 60_000
const WALLET_KEPT_MS = 10_000
const SILENT = pino({ level: 'silent' })
const ADMIN = '76561198000000114'
const NO_WALLET = { gold_coins: 0, silver_coins: 0, bronze_coins: 0 }

let platform: SimulatedPlatform
beforeAll(async () => {
  platform = await startSimulatedPlatform()
})
afterAll(() => platform.close())

describe.each(STORE_KINDS)('exchange on %s', (kind) => {
  let store: TestStore
  let server: TestServer

  const audit = () => checkIntegrity(server.server.context.store.db, AREAS)

  beforeAll(async () => {
    store = await createTestStore(kind)
    server = await startTestServer({ store, environment: { PLATFORM_SIM_PORT: new URL(platform.url).port } })
  })
  afterAll(async () => {
    expect(await audit()).toEqual([])
    await server.close()
    await store.remove()
  })

  async function ended(player: Player, id: string): Promise<ExchangeWithSteps> {
    const untilMs = Date.now() + PATIENCE_MS
    for (;;) {
      const { exchanges } = await player.call('GET /marketplace/exchanges')
      const found = exchanges.find((exchange) => exchange.id === id)
      if (found === undefined) throw new Error('No such exchange')
      if (found.settled_at !== null || Date.now() > untilMs) return found
      await wait(POLL_MS)
    }
  }

  it('turns Surprise coins into store coins and back without loss, and notifies other devices', async () => {
    const anna = await Player.signIn(server)
    await anna.grant(1_234_567)
    const had = await anna.coins()
    expect(await anna.call('GET /get_steam_wallet')).toEqual(NO_WALLET)
    const device = await LiveClient.open(anna)
    const { exchange } = await anna.call('POST /marketplace/exchange-to-steam-coins', {
      currency: 'bronze',
      count: 20_155,
    })
    expect(exchange).toMatchObject({ direction: 'to_steam', currency: 'bronze', store_count: 201, coins: 20_100 })
    const sent = await ended(anna, exchange.id)
    expect(sent.state).toBe('settled')
    expect(sent.steps.map(({ kind: step }) => step)).toEqual(['prepared', 'asked', 'confirmed', 'settled'])
    expect(await anna.coins()).toBe(had - 20_100)
    expect(await anna.call('GET /get_steam_wallet')).toEqual({ ...NO_WALLET, bronze_coins: 201 })
    await device.waitFor(({ payload }) => payload.case === 'exchangeChanged' && payload.value.state === 'settled')
    device.socket.close()

    const back = await anna.call('POST /marketplace/exchange-from-steam-coins', { currency: 'bronze', count: 200 })
    const taken = await ended(anna, back.exchange.id)
    expect(taken).toMatchObject({ state: 'settled', store_count: 200, coins: 20_000, legs: 1, steps_left_out: 0 })
    expect(await anna.coins()).toBe(had - 100)
    expect(await anna.call('GET /get_steam_wallet')).toEqual({ ...NO_WALLET, bronze_coins: 1 })
    expect(await audit()).toEqual([])
  })

  it('takes from several stacks, one request each, and rejects more than there is', async () => {
    const boris = await Player.signIn(server)
    await boris.grant(100_000)
    for (const count of [300, 500]) {
      const { exchange } = await boris.call('POST /marketplace/exchange-to-steam-coins', { currency: 'bronze', count })
      await ended(boris, exchange.id)
    }
    await boris.refused('not_enough_store_coins', 'POST /marketplace/exchange-from-steam-coins', {
      currency: 'bronze',
      count: 9,
    })
    const { exchange } = await boris.call('POST /marketplace/exchange-from-steam-coins', {
      currency: 'bronze',
      count: 7,
    })
    expect(await ended(boris, exchange.id)).toMatchObject({ state: 'settled', legs: 2, coins: 700 })
  })

  it('answers a repeated key with the same exchange, and moves nothing twice', async () => {
    const chiyo = await Player.signIn(server)
    await chiyo.grant(50_000)
    const key = { 'idempotency-key': randomUUID() }
    const send = () =>
      chiyo.call('POST /marketplace/exchange-to-steam-coins', { currency: 'silver', count: 10_000 }, key)
    const [first, again] = [await send(), await send()]
    expect(again).toEqual(first)
    await ended(chiyo, first.exchange.id)
    expect(await chiyo.call('GET /get_steam_wallet')).toEqual({ ...NO_WALLET, silver_coins: 1 })
    const back = { 'idempotency-key': randomUUID() }
    const take = () => chiyo.call('POST /marketplace/exchange-from-steam-coins', { currency: 'silver', count: 1 }, back)
    const taken = await take()
    await ended(chiyo, taken.exchange.id)
    // The wallet is empty now; the key still returns its first response.
    expect(await take()).toEqual(taken)
  })

  it('merges stacks on the platform, and reports the counts before and after', async () => {
    const dina = await Player.signIn(server)
    await dina.grant(1_000)
    for (let time = 0; time < 3; time += 1) {
      const { exchange } = await dina.call('POST /marketplace/exchange-to-steam-coins', {
        currency: 'bronze',
        count: 100,
      })
      await ended(dina, exchange.id)
    }
    expect(await dina.call('POST /inventory/stack-steam')).toEqual({ stacks_before: 3, stacks_after: 1 })
    expect(await dina.call('POST /inventory/stack-steam')).toEqual({ stacks_before: 1, stacks_after: 1 })
    expect(await dina.call('GET /get_steam_wallet')).toEqual({ ...NO_WALLET, bronze_coins: 3 })
  })

  it('reads a wallet on the platform again after ten seconds', async () => {
    const { store, config, catalogue } = server.server.context
    const { exchange: terms } = catalogue
    if (terms === undefined) throw new Error('A game without an exchange')
    const inventories = platformInventories(config.platform)
    let nowMs = 0
    const wallets = new SteamWallets(inventories, new PlayerLocks(store.db), terms, () => nowMs)
    const emil = await Player.signIn(server)
    const read = () => wallets.read(emil.userId, emil.steamId)
    expect(await read()).toEqual(NO_WALLET)
    await inventories.add(emil.steamId, [terms.gold.itemId], '1', AbortSignal.timeout(PATIENCE_MS))
    nowMs = WALLET_KEPT_MS - 1
    expect(await read()).toEqual(NO_WALLET)
    nowMs = WALLET_KEPT_MS
    expect(await read()).toEqual({ ...NO_WALLET, gold_coins: 1 })
  })

  it("lists the player's exchanges page by page, newest first", async () => {
    const [fritz, other] = [await Player.signIn(server), await Player.signIn(server)]
    const made: string[] = []
    for (const player of [fritz, other, fritz]) {
      await player.grant(200)
      const { exchange } = await player.call('POST /marketplace/exchange-to-steam-coins', {
        currency: 'bronze',
        count: 200,
      })
      await ended(player, exchange.id)
      if (player === fritz) made.unshift(exchange.id)
    }
    const idsOf = async (search: string) => {
      const headers = { authorization: `Bearer ${fritz.token}` }
      const response = await fetch(`${server.url}/api/marketplace/exchanges${search}`, { headers })
      const { exchanges } = (await response.json()) as CallResponse<'GET /marketplace/exchanges'>
      return exchanges.map(({ id }) => id)
    }
    expect(await idsOf('')).toEqual(made)
    expect(await idsOf(`?before_id=${made[0]}`)).toEqual(made.slice(1))
  })

  it('compares exchanges with the ledger at the start and every minute, and exports the result as a metric', async () => {
    const { context } = server.server
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toContain('clutch_exchange_discrepancies 0')
    expect(metrics).toContain('clutch_exchanges_parked 0')
    const greta = await Player.signIn(server)
    await greta.grant(100)
    const { exchange } = await greta.call('POST /marketplace/exchange-to-steam-coins', {
      currency: 'bronze',
      count: 100,
    })
    await ended(greta, exchange.id)
    const setCoins = (coins: number) =>
      context.store.db.updateTable('exchange').set({ coins }).where('exchange_id', '=', exchange.id).execute()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const reconciliation = new ExchangeReconciliation(context, SILENT)
    try {
      await setCoins(101)
      await reconciliation.start()
      expect(reconciliation.figures).toMatchObject({ discrepancies: 1 })
      await setCoins(100)
      vi.advanceTimersByTime(MINUTE_MS)
      await reconciliation.stop()
      expect(reconciliation.figures).toMatchObject({ discrepancies: 0 })
    } finally {
      await setCoins(100)
      vi.useRealTimers()
    }
  })
})

it.each(STORE_KINDS)(
  'exchanges on %s survive a silent platform, are parked, and end as the operator decides',
  async (kind) => {
    const store = await createTestStore(kind)
    const gone = await startSimulatedPlatform()
    const environment = { PLATFORM_SIM_PORT: new URL(gone.url).port, ADMIN_STEAM_IDS: ADMIN }
    let server = await startTestServer({ store, environment })
    const admin = await Player.signIn(server, ADMIN)
    const [anna, boris] = [await Player.signIn(server), await Player.signIn(server)]
    await anna.grant(10_000)
    await boris.grant(10_000)
    const had = await anna.coins()
    await gone.close()
    await anna.refused('platform_unavailable', 'GET /get_steam_wallet')
    await anna.refused('platform_unavailable', 'POST /inventory/stack-steam')
    const { exchange } = await anna.call('POST /marketplace/exchange-to-steam-coins', {
      currency: 'bronze',
      count: 100,
    })
    const [open] = await until(anna, ({ state }) => state === 'ambiguous')
    expect(open?.steps.map(({ kind }) => kind).slice(0, 3)).toEqual(['prepared', 'asked', 'no_answer'])
    expect(await anna.coins()).toBe(had - 100)
    await anna.refused('exchange_in_progress', 'POST /inventory/stack-steam')
    const { context } = server.server
    const { db } = context.store

    // A platform that rejects our key has processed nothing, and monitoring sees it.
    const { exchange: other } = await boris.call('POST /marketplace/exchange-to-steam-coins', {
      currency: 'bronze',
      count: 100,
    })
    await until(boris, ({ state }) => state === 'ambiguous')
    const refusing = platformInventories({ ...context.config.platform, apiUrl: platform.url, apiKey: 'wrong' })
    const stats = { postponed: 0 }
    const { [EXCHANGE_TASK]: advance } = exchangeTasks(context, refusing, new PlayerLocks(db), stats, SILENT)
    const work = advance?.({ exchange_id: other.id, user_id: boris.userId }, AbortSignal.timeout(PATIENCE_MS))
    await expect(work).rejects.toThrow('not settled')
    expect(stats.postponed).toBe(1)
    const postponed = await until(boris, ({ steps }) => steps.some(({ kind }) => kind === 'postponed'))
    expect(postponed).toMatchObject([{ state: 'ambiguous' }])
    const decision = { exchange_id: exchange.id, was_done: false, reason: 'the platform knows nothing of it' }
    await admin.refused('exchange_not_found', 'POST /admin/decide-exchange', decision)
    await db
      .updateTable('exchange')
      .set({ created_at_ms: Date.now() - DAY_MS })
      .where('exchange_id', '=', exchange.id)
      .execute()
    await server.close()
    // One exchange has lost its task, and the other's is far in the future: the start reschedules both.
    const closed = await store.open()
    const tasks = await closed.db.selectFrom('task').select(['task_id', 'payload']).execute()
    const lost = tasks.filter(({ payload }) => JSON.stringify(payload).includes(exchange.id))
    expect(lost).toHaveLength(1)
    await closed.db
      .updateTable('task')
      .set({ due_at_ms: Date.now() + HOUR_MS })
      .execute()
    await closed.db
      .deleteFrom('task')
      .where('task_id', '=', lost[0]?.task_id ?? '')
      .execute()
    await closed.close()

    // The platform is reachable again but must not be called.
    const again = { ...environment, PLATFORM_SIM_PORT: new URL(platform.url).port }
    server = await startTestServer({ store, environment: again })
    try {
      expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('clutch_exchanges_open 2\n')
      const later = await Player.signIn(server, anna.steamId)
      await until(later, ({ state }) => state === 'parked')
      await until(await Player.signIn(server, boris.steamId), ({ state }) => state === 'settled')
      expect(await later.coins()).toBe(had - 100)
      const operator = await Player.signIn(server, ADMIN)
      const parked = await operator.call('POST /admin/parked-exchanges', {})
      expect(parked.response).toMatchObject([
        { id: exchange.id, steam_id: anna.steamId, state: 'parked', coins: 100, why: 'no_answer' },
      ])
      expect(parked.response[0]?.requests).toMatchObject([{ stack_id: null, store_count: 1, coins: 100 }])
      const next = await operator.call('POST /admin/parked-exchanges', { last_uuid: exchange.id })
      expect(next.response).toEqual([])
      expect(await operator.call('GET /console/status')).toMatchObject({ parked_exchanges: 1 })
      const evidence = (await operator.call('POST /admin/exchange-evidence', { exchange_id: exchange.id })).response
      expect(evidence[0]?.kind).toBe('parked')
      expect(evidence.slice(-3).map(({ kind }) => kind)).toEqual(['no_answer', 'asked', 'prepared'])
      const before_step = evidence[0]?.id ?? 0
      const earlier = await operator.call('POST /admin/exchange-evidence', { exchange_id: exchange.id, before_step })
      expect(earlier.response).toEqual(evidence.slice(1))
      // The response may be lost: repeating the call with the same key returns it again.
      const key = { 'idempotency-key': randomUUID() }
      const decided = await operator.call('POST /admin/decide-exchange', decision, key)
      expect(decided.exchange).toMatchObject({ id: exchange.id, state: 'refunded', coins: 100 })
      expect(await operator.call('POST /admin/decide-exchange', decision, key)).toEqual(decided)
      await operator.refused('exchange_not_found', 'POST /admin/decide-exchange', decision)
      const log = (await operator.call('POST /admin/audit', { target: exchange.id, action: 'exchange.decide' }))
        .response
      expect(log.map(({ outcome }) => outcome).slice(0, 3)).toEqual(['exchange_not_found', 'repeated', 'done'])
      expect(log[2]).toMatchObject({
        reason: decision.reason,
        before: { state: 'parked', [anna.userId]: { 0: had - 100 } },
        after: { was_done: false, [anna.userId]: { 0: had } },
      })
      expect((await operator.call('POST /admin/parked-exchanges', {})).response).toEqual([])
      expect(await operator.call('GET /console/status')).toMatchObject({ parked_exchanges: 0 })
      expect(await later.coins()).toBe(had)
      expect(await later.call('GET /get_steam_wallet')).toEqual(NO_WALLET)
      expect(await until(later, ({ state }) => state === 'refunded')).toHaveLength(1)
      expect(await checkIntegrity(server.server.context.store.db, AREAS)).toEqual([])
    } finally {
      await server.close()
      await store.remove()
    }
  },
)

/** Waits for a state of the player's newest exchange. */
async function until(
  player: Player,
  matches: (exchange: ExchangeWithSteps) => boolean,
): Promise<readonly ExchangeWithSteps[]> {
  const untilMs = Date.now() + PATIENCE_MS
  for (;;) {
    const { exchanges } = await player.call('GET /marketplace/exchanges')
    const [newest] = exchanges
    if (newest !== undefined && matches(newest)) return exchanges
    if (Date.now() > untilMs) throw new Error(`It is ${newest?.state}`)
    await wait(POLL_MS)
  }
}
