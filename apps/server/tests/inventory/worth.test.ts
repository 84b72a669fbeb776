import { rngFromText } from '@clutch/economy'
import { describe, expect, it } from 'vitest'
import { createInProcessBus } from '../../src/bus/bus.ts'
import { FAIR_PRICE_DAYS, FairPriceBoard } from '../../src/areas/marketplace/fair-price-board.ts'
import { order, serveMarket } from '../support/market-server.ts'
import { STORE_KINDS } from '../support/stores.ts'
import { STARTER_COINS } from '../support/test-server.ts'

const OFFER = 'POST /marketplace/create-sell-lot'
const BID = 'POST /marketplace/create-buy-lot'
const BUY = 'POST /marketplace/buy-lot'
const WORTH = 'POST /inventory/worth'
const DAY_SEC = 86_400
const HOUR_SEC = 3_600
const TODAY_SEC = Math.floor(Date.now() / 1_000 / DAY_SEC) * DAY_SEC
const DAY = { code: 1, lengthSec: DAY_SEC }
const HOUR = { code: 0, lengthSec: HOUR_SEC }

describe.each(STORE_KINDS)('on %s', (kind) => {
  const { server, db, restart, sameAt, newItem, newPlayer } = serveMarket(kind)

  /** Past trades, aggregated as the writer does. */
  async function addTrade(itemId: number, span: typeof DAY, startSec: number, price: number, count = 1): Promise<void> {
    const at = { item_id: itemId, span: span.code, side: 0, start_sec: startSec }
    await db()
      .insertInto('price_bucket')
      .values({ ...at, total_price: price * count, total_quantity: count })
      .onConflict((conflict) =>
        conflict.columns(['item_id', 'span', 'side', 'start_sec']).doUpdateSet((by) => ({
          total_price: by('price_bucket.total_price', '+', price * count),
          total_quantity: by('price_bucket.total_quantity', '+', count),
        })),
      )
      .execute()
  }

  function newBoard(nowMs?: () => number): FairPriceBoard {
    return new FairPriceBoard(
      db(),
      createInProcessBus(() => undefined),
      nowMs,
    )
  }

  async function fairPrice(itemId: number): Promise<number | undefined> {
    return (await newBoard().prices()).get(itemId)
  }

  describe('a fair price', () => {
    it('is the median of the average prices of the days with trades', async () => {
      const itemId = newItem()
      for (const [daysAgo, price] of [10, 14, 12, 900, 11].entries()) {
        await addTrade(itemId, DAY, TODAY_SEC - daysAgo * DAY_SEC, price, 3)
      }
      expect(await fairPrice(itemId)).toBe(12)
      await addTrade(itemId, DAY, TODAY_SEC - 5 * DAY_SEC, 13)
      expect(await fairPrice(itemId)).toBe(12)
    })

    it('forgets, every day, what is older than thirty days', async () => {
      const itemId = newItem()
      for (const [day, price] of [90, 90, 10, 11, 12].entries()) {
        await addTrade(itemId, DAY, TODAY_SEC - (FAIR_PRICE_DAYS - 1 - day) * DAY_SEC, price)
      }
      let nowMs = TODAY_SEC * 1_000
      const board = newBoard(() => nowMs)
      expect((await board.prices()).get(itemId)).toBe(12)
      nowMs += 2 * DAY_SEC * 1_000
      expect((await board.prices()).get(itemId)).toBe(11)
      nowMs += 28 * DAY_SEC * 1_000
      expect((await board.prices()).get(itemId)).toBeUndefined()
    })

    it('is derived from hours when there are fewer than three days, and is unknown with fewer than three of those', async () => {
      const itemId = newItem()
      for (const [hour, price] of [20, 500, 30].entries()) {
        expect(await fairPrice(itemId)).toBeUndefined()
        await addTrade(itemId, HOUR, TODAY_SEC + hour * HOUR_SEC, price)
        await addTrade(itemId, DAY, TODAY_SEC, price)
      }
      expect(await fairPrice(itemId)).toBe(30)
    })

    it('moves with one trade, at any price and quantity, at most to a neighbouring ordinary price', async () => {
      const rng = rngFromText(`fair-${kind}`)
      const cases = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const itemId = newItem()
          const days = 3 + rng.below(12)
          const ordinary: number[] = []
          for (let day = 0; day < days; day += 1) {
            const price = 100 + rng.below(50)
            ordinary.push(price)
            await addTrade(itemId, DAY, TODAY_SEC - (day + 1) * DAY_SEC, price, 1 + rng.below(20))
          }
          return { itemId, ordinary: ordinary.toSorted((a, b) => a - b) }
        }),
      )
      const before = new Map(await newBoard().prices())
      for (const { itemId } of cases) {
        const price = [1, 1_000_000_000, 1_000_000_000_000][rng.below(3)] ?? 1
        const count = price > 1_000_000_000 ? 9_000 : 1 + rng.below(1_000_000)
        await addTrade(itemId, DAY, TODAY_SEC - rng.below(5) * DAY_SEC, price, count)
      }
      const after = await newBoard().prices()
      for (const { itemId, ordinary } of cases) {
        const middle = Math.floor((ordinary.length - 1) / 2)
        const [low, high] = [ordinary[Math.max(0, middle - 1)] ?? 0, ordinary[middle + 1] ?? 0]
        expect(before.get(itemId)).toBe(ordinary[middle])
        expect(after.get(itemId)).toBeGreaterThanOrEqual(low)
        expect(after.get(itemId)).toBeLessThanOrEqual(high)
      }
    })

    it('of an untraded item does not move with a first trade, however absurd', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 2 })
      const boris = await newPlayer(1_000_000)
      await anna.call(OFFER, order(itemId, 1_000_000, 1))
      await boris.call(BUY, order(itemId, 1_000_000, 1))
      const { items } = await anna.call(WORTH)
      expect(items.find(({ item_id }) => item_id === itemId)).toMatchObject({ free: 1, fair_price: 0, value: 0 })
    })
  })

  describe('the worth of an inventory', () => {
    it('includes free and listed items at fair prices, and all coins', async () => {
      const [known, unknown] = [newItem(), newItem()]
      for (const daysAgo of [1, 2, 3]) await addTrade(known, DAY, TODAY_SEC - daysAgo * DAY_SEC, 40)
      // A running server learns prices from trades only; rows written directly are read at the start.
      await restart()
      const anna = await newPlayer(0, { [known]: 10, [unknown]: 3 })
      const before = await anna.call(WORTH)
      await anna.call(OFFER, order(known, 90, 4))
      await anna.call(BID, order(unknown, 5, 20))
      const worth = await anna.call(WORTH)
      expect(worth.coins).toEqual({ free: STARTER_COINS - 100, in_lots: 100 })
      expect(worth.items.filter(({ item_id }) => item_id >= known)).toEqual([
        { item_id: known, free: 6, in_lots: 4, in_jobs: 0, fair_price: 40, value: 400 },
        { item_id: unknown, free: 3, in_lots: 0, in_jobs: 0, fair_price: 0, value: 0 },
      ])
      expect(worth.total).toBe(before.total)
      const values = worth.items.reduce((sum, { value }) => sum + value, 0)
      expect(worth.total).toBe(STARTER_COINS + values)
    })

    it('follows trades as they happen', async () => {
      const itemId = newItem()
      await addTrade(itemId, DAY, TODAY_SEC - DAY_SEC, 20)
      await addTrade(itemId, DAY, TODAY_SEC - 2 * DAY_SEC, 22)
      const anna = await newPlayer(0, { [itemId]: 5 })
      const boris = await newPlayer()
      const priceNow = async () => (await anna.call(WORTH)).items.find(({ item_id }) => item_id === itemId)?.fair_price
      expect(await priceNow()).toBe(0)
      await anna.call(OFFER, order(itemId, 900, 1))
      await boris.call(BUY, order(itemId, 900, 1))
      expect(await priceNow()).toBe(22)
    })

    it('is capped at the largest amount', async () => {
      const itemId = newItem()
      for (const daysAgo of [1, 2, 3]) await addTrade(itemId, DAY, TODAY_SEC - daysAgo * DAY_SEC, 1_000_000_000_000)
      const anna = await newPlayer(0, { [itemId]: 1_000_000 })
      await restart()
      const { items, total } = await sameAt(anna).call(WORTH)
      expect(items.find(({ item_id }) => item_id === itemId)?.value).toBe(Number.MAX_SAFE_INTEGER)
      expect(total).toBe(Number.MAX_SAFE_INTEGER)
      expect(server().logged()).not.toContain('unexpected error')
    })
  })
})
