import type { CallName } from '@clutch/contract'
import { calls } from '@clutch/contract'
import { describe, expect, it } from 'vitest'
import { answerOf } from '../support/answers.ts'
import { serveMarket } from '../support/market-server.ts'
import { STORE_KINDS } from '../support/stores.ts'

const HOUR_SEC = 3_600
const DAY_SEC = 86_400

describe.each(STORE_KINDS)('the market on %s', (kind) => {
  const { server, db, newItem, newPlayer } = serveMarket(kind)

  const ask = (name: CallName, body: object = {}, headers: Record<string, string> = {}) =>
    fetch(`${server().url}/api${name.split(' ')[1] ?? ''}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const read = async <Name extends CallName>(name: Name, body?: object) => answerOf(name, await ask(name, body))

  it("is readable for anonymous callers, without any player's private data", async () => {
    const itemId = newItem()
    const anna = await newPlayer(1_000, { [itemId]: 9 })
    await anna.call('POST /marketplace/create-sell-lot', { item_type_id: itemId, price: 70, count: 3 })
    const chart = { item_type_id: itemId, start_date: 0, end_date: Math.floor(Date.now() / 1_000), interval: 'day' }
    const { sell_lots } = await read('POST /marketplace/get-all-prices')
    const details = await read('POST /marketplace/get-item-details', { item_type_id: itemId })
    expect(sell_lots).toContainEqual({ item_type_id: itemId, price: 70, my_price: 0 })
    expect(details).toMatchObject({ sell_orders: [{ price: 70, count: 3 }], user_lots: [] })
    expect(await read('POST /marketplace/get-chart', chart)).toEqual({ sell_data: [], buy_data: [] })
    expect((await read('POST /v2/get-all-items')).items?.length).toBeGreaterThan(100)

    expect((await read('POST /harvest/get-receipts')).user_data).toEqual([])

    const own = await anna.call('POST /marketplace/get-item-details', { item_type_id: itemId })
    expect(own.user_lots).toHaveLength(1)
  })

  it('rejects an invalid token instead of treating the caller as anonymous', async () => {
    for (const authorization of ['Bearer nobody', 'Bearer ', 'Basic dXNlcjpwYXNz', '']) {
      const answers = await Promise.all(
        (['POST /marketplace/get-all-prices', 'POST /v2/get-all-items'] as const).map((name) =>
          ask(name, {}, { authorization }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual([401, 401])
    }
  })

  it('gives anonymous callers nothing but its reads', () => {
    const open = Object.entries(calls).filter(([, { access }]) => access === 'visitor')
    expect(open.map(([name]) => name).toSorted()).toEqual([
      'GET /marketplace/frozen-items',
      'POST /craft/get-receipts',
      'POST /factory/get-receipts',
      'POST /get-all-items',
      'POST /harvest/get-receipts',
      'POST /marketplace/get-activity',
      'POST /marketplace/get-all-prices',
      'POST /marketplace/get-chart',
      'POST /marketplace/get-item-details',
      'POST /marketplace/get-market-stats',
      'POST /marketplace/get-recent-trades',
      'POST /v2/get-all-items',
    ])
    expect(open.filter(([, { command }]) => command)).toEqual([])
  })

  it('shows the activity of each item: of a day compared with the day before, and of a week', async () => {
    const itemId = newItem()
    const nowSec = Math.floor(Date.now() / 1_000)
    const [hour, day] = [nowSec - (nowSec % HOUR_SEC), nowSec - (nowSec % DAY_SEC)]
    const bucket = (span: number, side: number, start: number, quantity: number, price: number) => ({
      item_id: itemId,
      span,
      side,
      start_sec: start,
      total_quantity: quantity,
      total_price: price * quantity,
    })
    await db()
      .insertInto('price_bucket')
      .values([
        bucket(0, 0, hour, 2, 120),
        bucket(0, 1, hour - HOUR_SEC, 4, 90),
        bucket(0, 0, hour - 30 * HOUR_SEC, 1, 80),
        bucket(0, 1, hour - 30 * HOUR_SEC, 3, 100),
        bucket(0, 0, hour - 50 * HOUR_SEC, 9, 10),
        bucket(1, 0, day, 6, 100),
        bucket(1, 0, day - DAY_SEC, 10, 90),
        bucket(1, 1, day - DAY_SEC, 10, 110),
        bucket(1, 1, day - 7 * DAY_SEC, 15, 60),
        bucket(1, 1, day - 8 * DAY_SEC, 999, 1),
      ])
      .execute()
    await db()
      .insertInto('last_trade')
      .values({ item_id: itemId, price: 120, count: 2, at_ms: nowSec * 1_000 })
      .execute()
    server().server.context.fairPriceBoard.clear()
    server().server.context.marketStatsBoard.clear()
    const { items } = await read('POST /marketplace/get-activity')
    const { stats } = await read('POST /marketplace/get-market-stats')
    // The fair price is the median of four days: 1, 60, 100 and 100.
    expect(stats.find(({ item_type_id }) => item_type_id === itemId)).toMatchObject({
      change_24h: 2_632,
      fair_price: 60,
    })
    expect(items.find(({ item_id }) => item_id === itemId)).toEqual({
      item_id: itemId,
      last_price: 120,
      last_traded_at: nowSec,
      change_24h: 2_632,
      volume: 6,
      turnover: 600,
      usual_volume: 5,
      daily_prices: [0, 0, 0, 0, 0, 100, 100],
    })
  })
})
