import { DAY_MS } from '@clutch/contract/formats'
import type { CommandType, UserId } from '@clutch/economy'
import { HERB, ORE, userNumber } from '@clutch/economy/testing'
import { startOfMonthMs } from '../../src/store/history-partitions.ts'
import type { Store } from '../../src/store/store.ts'
import type { CommandOf, Idempotency } from '../../src/writer/submission.ts'
import type { Writer } from '../../src/writer/writer.ts'
import { createTestStore, type StoreKind } from './stores.ts'
import { startTestWriter } from './test-writer.ts'

export const [ANNA, BORIS] = [userNumber(1), userNumber(2)]
/** Later than the partitions that an empty database has. */
export const START_MS = startOfMonthMs(Date.now(), 4) + 20 * DAY_MS
const PRICE_COINS = 7

/** A world of two players, in which months pass. */
export interface TradingWorld {
  readonly store: Store
  nowMs: number
  run<Type extends CommandType>(command: CommandOf<Type>, idempotency?: Idempotency): Promise<unknown>
  grant(userId: UserId, items: readonly (typeof ORE)[]): Promise<unknown>
  /** Trades, and lets the month end. */
  tradeForAMonth(): Promise<void>
  restartWriter(nowMs: number): Promise<void>
  remove(): Promise<void>
}

export async function startTradingWorld(kind: StoreKind): Promise<TradingWorld> {
  const testStore = await createTestStore(kind)
  const store = await testStore.open()
  let writer: Writer
  let keys = 0
  const world: TradingWorld = {
    store,
    nowMs: START_MS,
    async run(command, idempotency) {
      keys += 1
      const actorId = command.userId
      const outcome = await writer.submit({
        command,
        actorId,
        idempotency: idempotency ?? { ownerId: actorId, key: `key ${keys}`, requestHash: '' },
      })
      if (!outcome.ok) throw new Error(`Rejected: ${outcome.error.code}`)
      return outcome.value
    },
    grant: (userId, items) =>
      world.run<'grant'>({
        type: 'grant',
        userId,
        kind: 'quest_drop',
        coins: 1_000,
        items: items.map((itemId) => ({ itemId, count: 50 })),
      }),
    async tradeForAMonth() {
      const order = (userId: UserId, side: 'buy' | 'sell', count: number) =>
        world.run<'place_lot'>({
          type: 'place_lot',
          userId,
          side,
          itemId: ORE,
          price: PRICE_COINS,
          count,
          mode: 'rest',
          preferred: { currency: 'coin', price: PRICE_COINS },
        })
      await world.grant(ANNA, [ORE, HERB])
      await world.grant(BORIS, [HERB])
      await order(ANNA, 'sell', 9)
      await order(BORIS, 'buy', 4)
      await order(BORIS, 'buy', 5)
      await order(BORIS, 'buy', 2)
      world.nowMs = startOfMonthMs(world.nowMs, 1) + 5 * DAY_MS
    },
    async restartWriter(nowMs) {
      await writer.stop()
      world.nowMs = nowMs
      ;({ writer } = await startTestWriter({ store, nowMs: () => world.nowMs }))
    },
    async remove() {
      await writer.stop()
      await store.close()
      await testStore.remove()
    },
  }
  ;({ writer } = await startTestWriter({ store, nowMs: () => world.nowMs }))
  for (const [userId, name] of [
    [ANNA, 'Anna'],
    [BORIS, 'Boris'],
  ] as const)
    await world.run<'register_player'>({
      type: 'register_player',
      userId,
      steamId: name,
      name,
      isNameConfirmed: true,
      language: 'en',
    })
  return world
}
