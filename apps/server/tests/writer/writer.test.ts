import { randomUUID } from 'node:crypto'
import { asAlertId, asItemId, asLotId, asUserId, rngFromText, type CommandType, type PlaceLot } from '@clutch/economy'
import { HERB, INGOT, ORE, userNumber } from '@clutch/economy/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EconomyMessage } from '../../src/bus/message.ts'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import type { Store } from '../../src/store/store.ts'
import { hashRequest, type CommandOf } from '../../src/writer/submission.ts'
import type { Writer } from '../../src/writer/writer.ts'
import { WorkSignal } from '../../src/writer/work-signal.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'
import { readBalance, startTestWriter } from '../support/test-writer.ts'

const [ANNA, BORIS, CHIYO] = [userNumber(1), userNumber(2), userNumber(3)]

/** A store that records the name of each statement by which its writer loads something. */
function recordLoads(store: Store, loads: string[]): Store {
  return {
    ...store,
    async acquireWriter(onLost, signal) {
      const connection = await store.acquireWriter(onLost, signal)
      return {
        load(statements) {
          loads.push(...statements.map(({ name }) => name))
          return connection.load(statements)
        },
        lookUp: (statements) => connection.lookUp(statements),
        commit: (statements) => connection.commit(statements),
        close: () => connection.close(),
      }
    },
  }
}

/** Records the states it is set to. */
class NotedSignal extends WorkSignal {
  readonly states: boolean[] = []

  override set(isWorking: boolean): void {
    this.states.push(isWorking)
    super.set(isWorking)
  }
}

describe.each(STORE_KINDS)('the writer on %s', (kind) => {
  let testStore: TestStore
  let store: Store
  let writer: Writer
  let messages: EconomyMessage[]
  let loads: string[]
  let workSignal: NotedSignal

  async function start(cacheLimits = { accountsMax: 1_000, entitySizeMax: 10_000 }): Promise<void> {
    loads = []
    workSignal = new NotedSignal()
    store = recordLoads(await testStore.open(), loads)
    ;({ writer, messages } = await startTestWriter({ store, cacheLimits, workSignal }))
  }

  async function stop(): Promise<void> {
    await writer.stop()
    await store.close()
  }

  function submit<Type extends CommandType>(command: CommandOf<Type>, key?: string) {
    const idempotency =
      key === undefined ? undefined : { ownerId: command.userId, key, requestHash: hashRequest(command) }
    return writer.submit<Type>({ command, actorId: command.userId, idempotency })
  }

  function order(
    userId: typeof ANNA,
    side: 'buy' | 'sell',
    price: number,
    count: number,
    mode: PlaceLot['mode'] = 'rest',
  ) {
    return {
      type: 'place_lot',
      userId,
      side,
      itemId: ORE,
      price,
      count,
      mode,
      preferred: { currency: 'coin', price },
    } as const
  }

  async function grant(userId: typeof ANNA, coins: number, ore: number): Promise<void> {
    await submit({ type: 'grant', userId, kind: 'quest_drop', coins, items: [{ itemId: ORE, count: ore }] })
  }

  const balance = (userId: string, asset: number) => readBalance(store, userId, asset)

  beforeEach(async () => {
    testStore = await createTestStore(kind)
    await start()
  })

  afterEach(async () => {
    expect(await checkIntegrity(store.db, AREAS)).toEqual([])
    await stop()
    await testStore.remove()
  })

  it('signals when it starts and stops working, so that others can yield', async () => {
    workSignal.states.length = 0
    await Promise.all([grant(ANNA, 500, 20), grant(BORIS, 500, 20)])
    await expect.poll(() => workSignal.states.at(-1)).toBe(false)
    expect(workSignal.states.filter((isWorking, index) => isWorking === workSignal.states[index - 1])).toEqual([])
    expect(workSignal.states[0]).toBe(true)
  })

  it('responds after the change is durable', async () => {
    await grant(ANNA, 500, 20)
    const outcome = await submit(order(ANNA, 'sell', 7, 12))
    expect(outcome).toMatchObject({
      ok: true,
      value: { traded_count: 0, lot: { count: 12, current_count: 12, price: 7 } },
    })
    expect(await balance(ANNA, ORE)).toEqual({ free: 8, held: 12 })
    expect(await store.db.selectFrom('lot').select(['price', 'open_count']).execute()).toEqual([
      { price: 7, open_count: 12 },
    ])
  })

  it('writes a trade for both sides: balances, operations, records, buckets and the last trade', async () => {
    await grant(ANNA, 0, 20)
    await grant(BORIS, 500, 0)
    await submit(order(ANNA, 'sell', 7, 12))
    expect(await submit(order(BORIS, 'buy', 9, 5, 'now'))).toMatchObject({
      ok: true,
      value: { traded_count: 5, traded_total: 35 },
    })
    expect([await balance(ANNA, 0), await balance(BORIS, 0), await balance(BORIS, ORE)]).toEqual([
      { free: 35, held: 0 },
      { free: 465, held: 0 },
      { free: 5, held: 0 },
    ])
    const records = await store.db
      .selectFrom('operation')
      .select(['user_id', 'price', 'count', 'entry_type', 'item_change', 'coin_change'])
      .where('entry_type', 'is not', null)
      .orderBy('entry_type')
      .execute()
    expect(records).toEqual([
      { user_id: ANNA, price: 7, count: 5, entry_type: 2, item_change: null, coin_change: 35 },
      { user_id: BORIS, price: 7, count: 5, entry_type: 5, item_change: 5, coin_change: -35 },
    ])
    const buckets = await store.db
      .selectFrom('price_bucket')
      .select(['span', 'side', 'total_price', 'total_quantity'])
      .orderBy('span')
      .execute()
    expect(buckets).toEqual([0, 1].map((span) => ({ span, side: 0, total_price: 35, total_quantity: 5 })))
    expect(await store.db.selectFrom('last_trade').select('price').executeTakeFirst()).toEqual({ price: 7 })
  })

  it('changes nothing when it rejects a command', async () => {
    await grant(ANNA, 10, 0)
    expect(await submit(order(ANNA, 'buy', 11, 1))).toEqual({
      ok: false,
      error: { code: 'not_enough_coins', missing: 1 },
    })
    expect(await submit({ type: 'cancel_lot', userId: ANNA, lotId: asLotId(randomUUID()) })).toMatchObject({
      error: { code: 'lot_not_found' },
    })
    expect(await balance(ANNA, 0)).toEqual({ free: 10, held: 0 })
  })

  it('returns the first outcome again under the same key, also after a restart', async () => {
    await grant(ANNA, 500, 20)
    const [first, again] = await Promise.all([
      submit(order(ANNA, 'sell', 7, 3), 'k1'),
      submit(order(ANNA, 'sell', 7, 3), 'k1'),
    ])
    expect(again).toEqual(first)
    const refused = await submit(order(ANNA, 'buy', 400, 3), 'k2')
    await grant(ANNA, 5_000, 0)
    await stop()
    await start()
    expect(await submit(order(ANNA, 'sell', 7, 3), 'k1')).toEqual(first)
    expect(await submit(order(ANNA, 'buy', 400, 3), 'k2')).toEqual(refused)
    expect(await submit(order(ANNA, 'sell', 8, 3), 'k1')).toEqual({
      ok: false,
      error: { code: 'idempotency_conflict' },
    })
    expect(await balance(ANNA, ORE)).toEqual({ free: 17, held: 3 })
  })

  it("keeps one player's keys apart from another's", async () => {
    await grant(ANNA, 0, 20)
    await grant(BORIS, 0, 20)
    await submit(order(ANNA, 'sell', 7, 3), 'k')
    expect(await submit(order(BORIS, 'sell', 8, 3), 'k')).toMatchObject({ ok: true })
  })

  it('keeps queues and holds across a restart', async () => {
    await grant(ANNA, 0, 20)
    await grant(BORIS, 0, 20)
    await grant(CHIYO, 1_000, 0)
    const first = await submit(order(BORIS, 'sell', 7, 4))
    await submit(order(ANNA, 'sell', 7, 4))
    await stop()
    await start()
    await submit(order(CHIYO, 'buy', 7, 5, 'now'))
    expect([await balance(BORIS, ORE), await balance(ANNA, ORE)]).toEqual([
      { free: 16, held: 0 },
      { free: 16, held: 3 },
    ])
    const lotId = first.ok && first.value.lot !== null ? first.value.lot.lot_uuid : ''
    expect(await submit({ type: 'cancel_lot', userId: BORIS, lotId: asLotId(lotId) })).toMatchObject({
      error: { code: 'lot_not_found' },
    })
  })

  it('triggers an alert before the next command of its batch is decided', async () => {
    await grant(ANNA, 0, 20)
    const created = await submit<'create_price_alert'>({
      type: 'create_price_alert',
      userId: BORIS,
      itemId: ORE,
      side: 'sell',
      direction: 'below',
      price: 50,
    })
    if (!created.ok) throw new Error(`Refused: ${created.error.code}`)
    const { alert_id: alertId } = created.value.alert
    const batchesBefore = messages.length
    const [, taken] = await Promise.all([
      submit(order(ANNA, 'sell', 40, 1)),
      submit({ type: 'delete_price_alert', userId: BORIS, alertId: asAlertId(alertId) }),
    ])
    expect(messages).toHaveLength(batchesBefore + 1)
    expect(taken).toMatchObject({ error: { code: 'alert_not_found' } })
    expect(await store.db.selectFrom('notification').select(['user_id', 'price']).execute()).toEqual([
      { user_id: BORIS, price: 40 },
    ])
  })

  it('serves the lots of one price by age after a restart', async () => {
    const sellers = Array.from({ length: 12 }, (_, index) => userNumber(50 + index))
    for (const seller of sellers) {
      await grant(seller, 0, 1)
      await submit(order(seller, 'sell', 7, 1))
    }
    await grant(CHIYO, 1_000, 0)
    await stop()
    await start()
    for (const seller of sellers) {
      await submit(order(CHIYO, 'buy', 7, 1, 'now'))
      expect(await balance(seller, 0)).toEqual({ free: 7, held: 0 })
    }
  })

  it('sells the last item once when many want it at the same moment', async () => {
    await grant(ANNA, 0, 1)
    const buyers = Array.from({ length: 30 }, (_, index) => userNumber(100 + index))
    await Promise.all(buyers.map((buyer) => grant(buyer, 100, 0)))
    await submit(order(ANNA, 'sell', 7, 1))
    const outcomes = await Promise.all(buyers.map((buyer) => submit(order(buyer, 'buy', 7, 1, 'now'))))
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.error.code === 'market_moved')).toHaveLength(29)
  })

  it('spends coins once when one player buys in parallel', async () => {
    await grant(ANNA, 0, 50)
    await grant(BORIS, 70, 0)
    await submit(order(ANNA, 'sell', 7, 50))
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => submit(order(BORIS, 'buy', 7, 1, 'now'))))
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(10)
    expect(await balance(BORIS, 0)).toEqual({ free: 0, held: 0 })
  })

  it('publishes balances, lots and best prices to the bus after the commit', async () => {
    await grant(ANNA, 0, 20)
    await submit(order(ANNA, 'sell', 7, 12))
    expect(messages.at(-1)).toMatchObject({
      updates: {
        inventory: [{ userId: ANNA, asset: ORE, free: 8 }],
        marketplace: {
          lots: [{ userId: ANNA, status: 'open', count: 12, openCount: 12 }],
          prices: [{ itemId: ORE, side: 'sell', price: 7 }],
          books: [{ itemId: ORE, tradedPrice: 0, levels: [{ side: 'sell', price: 7, count: 12 }] }],
        },
      },
    })
    expect(messages.map(({ id }) => id)).toEqual(messages.map((_, index) => index + 1))
  })

  it('registers a player once, with the starter pack, however often the sign-in is repeated', async () => {
    const register = (userId: string) =>
      writer.submit<'register_player'>({
        command: {
          type: 'register_player',
          userId: asUserId(userId),
          steamId: '76561190000000001',
          name: 'Anna',
          isNameConfirmed: true,
          language: 'ru',
        },
        actorId: userNumber(0),
        idempotency: { ownerId: userNumber(0), key: 'register', requestHash: 'register' },
      })
    const [first, second] = await Promise.all([register(randomUUID()), register(randomUUID())])
    expect(second).toEqual(first)
    expect(await store.db.selectFrom('player').selectAll().execute()).toHaveLength(1)
    expect(first.ok && (await balance(first.value.user_id, 0))).toEqual({ free: 1_000, held: 0 })
  })

  it('passes the integrity check while accounts and books pass through a small cache', async () => {
    await stop()
    await start({ accountsMax: 3, entitySizeMax: 10 })
    const rng = rngFromText(`cache-${kind}`)
    const users = Array.from({ length: 12 }, (_, index) => userNumber(200 + index))
    for (const userId of users) {
      const items = [ORE, INGOT, HERB].map((itemId) => ({ itemId, count: 100 }))
      await submit({ type: 'grant', userId, kind: 'quest_drop', coins: 10_000, items })
    }
    for (let round = 0; round < 25; round += 1) {
      await Promise.all(
        Array.from({ length: 8 }, () =>
          submit({
            ...order(
              users[rng.below(users.length)] ?? ANNA,
              rng.below(2) === 0 ? 'buy' : 'sell',
              50 + rng.below(10),
              1 + rng.below(5),
            ),
            itemId: asItemId(1 + rng.below(3)),
          }),
        ),
      )
    }
    expect(
      await store.db.selectFrom('operation').select('operation_id').where('entry_type', '>', 1).execute(),
    ).not.toHaveLength(0)
    // Each of three books is loaded at least once; what exceeds the cache is evicted and reloaded.
    expect(loads.filter((name) => name === 'select-lots').length).toBeGreaterThan(6)
  })

  it('drops the world and continues when a commit fails', async () => {
    await grant(ANNA, 0, 20)
    await store.db.schema.alterTable('lot').renameTo('lot_away').execute()
    expect(await submit(order(ANNA, 'sell', 7, 5))).toEqual({ ok: false, error: { code: 'unavailable' } })
    await store.db.schema.alterTable('lot_away').renameTo('lot').execute()
    await expect.poll(async () => (await submit(order(ANNA, 'sell', 9, 5))).ok).toBe(true)
    expect(await balance(ANNA, ORE)).toEqual({ free: 15, held: 5 })
  })

  /** A command that passes every rule, but whose audit row the store rejects: a text cannot hold U+0000. */
  function refusedByStore(userId: typeof ANNA, key: string) {
    const command = { type: 'grant', userId, kind: 'customer_support', coins: 1, items: [] } as const
    const operator = { userId, name: 'Op', role: 'admin', sessionId: randomUUID(), address: '', requestId: '' } as const
    return writer.submit<'grant'>({
      command,
      actorId: userId,
      idempotency: { ownerId: userId, key, requestHash: hashRequest(command) },
      audit: { operator, action: 'item.add', target: '', reason: 'a\u0000b', idempotencyKey: key },
    })
  }

  it('fails only the command that the store rejects, and executes all others of its batch', async () => {
    await grant(ANNA, 0, 100)
    const others = (from: number) =>
      Array.from({ length: 20 }, (_, index) => submit(order(ANNA, 'sell', from + index, 1), `order-${from + index}`))
    const outcomes = await Promise.all([
      ...others(100),
      refusedByStore(BORIS, 'bad-1'),
      ...others(200),
      refusedByStore(CHIYO, 'bad-2'),
      ...others(300),
    ])
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([
      { ok: false, error: { code: 'internal' } },
      { ok: false, error: { code: 'internal' } },
    ])
    expect(outcomes.length).toBe(62)
    expect(await balance(ANNA, ORE)).toEqual({ free: 40, held: 60 })
    expect(await balance(BORIS, 0)).toBeUndefined()
    expect(writer.isCommitting).toBe(true)
  })

  it('fails only the command for which the store cannot load anything', async () => {
    await grant(ANNA, 0, 20)
    const nobody = asUserId('no uuid')
    const outcomes = await Promise.all([
      submit(order(ANNA, 'sell', 7, 1)),
      submit({ type: 'grant', userId: nobody, kind: 'quest_drop', coins: 1, items: [] }),
      submit(order(ANNA, 'sell', 8, 1)),
    ])
    expect(outcomes.map((outcome) => (outcome.ok ? 'done' : outcome.error.code))).toEqual(['done', 'internal', 'done'])
    expect(await balance(ANNA, ORE)).toEqual({ free: 18, held: 2 })
  })

  it('runs scheduled work although the store rejects a command at the same moment', async () => {
    await grant(ANNA, 500, 20)
    const [refused, done] = await Promise.all([refusedByStore(BORIS, 'bad'), submit(order(ANNA, 'sell', 7, 1), 'good')])
    expect(refused).toEqual({ ok: false, error: { code: 'internal' } })
    expect(done.ok).toBe(true)
    expect(await submit(order(ANNA, 'sell', 7, 1), 'good')).toEqual(done)
    expect(await refusedByStore(BORIS, 'bad')).toEqual(refused)
  })
})
