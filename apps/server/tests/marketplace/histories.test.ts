import { INVENTORY_HISTORY_PAGE_SIZE, type CallBody, type MarketHistoryType } from '@clutch/contract'
import { rngFromText } from '@clutch/economy'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { firstIdAt } from '../../src/writer/writer-clock.ts'
import { BOUND_ITEM_ID, FIRST_ITEM_ID } from '../support/make-pack.ts'
import { order, serveMarket, STARTER_ITEMS } from '../support/market-server.ts'
import type { Player } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'
import { STARTER_COUNT } from '../support/test-server.ts'

const OFFER = 'POST /marketplace/create-sell-lot'
const BID = 'POST /marketplace/create-buy-lot'
const BUY = 'POST /marketplace/buy-lot'
const CANCEL = 'POST /marketplace/cancel-lot'
const TRADES = 'POST /marketplace/get-lot-history'
const EXPORT = 'GET /marketplace/export-lot-history'
const PROFITS = 'POST /marketplace/get-profits'
const HISTORY = 'POST /inventory/history'
const CHART = 'POST /inventory/chart'

describe.each(STORE_KINDS)('the trading history on %s', (kind) => {
  const { server, db, newItem, newPlayer } = serveMarket(kind)

  /** Makes three purchases, three sales and three cancellations of each of two items. */
  async function busyPlayer(): Promise<{ anna: Player; first: number; second: number }> {
    const [first, second] = [newItem(), newItem()]
    const anna = await newPlayer(1_000, { [first]: 9, [second]: 9 })
    const boris = await newPlayer(1_000, { [first]: 9, [second]: 9 })
    for (let round = 1; round <= 3; round += 1) {
      for (const itemId of [first, second]) {
        await boris.call(OFFER, order(itemId, 10 + round, 1))
        await anna.call(BUY, order(itemId, 10 + round, 1))
        await anna.call(OFFER, order(itemId, 20 + round, 1))
        await boris.call(BUY, order(itemId, 20 + round, 1))
        const { lot } = await anna.call(BID, order(itemId, round, 1))
        await anna.call(CANCEL, { lot_uuid: lot?.lot_uuid ?? '' })
      }
    }
    return { anna, first, second }
  }

  it('filters by types, by an item, and by both', async () => {
    const { anna, first } = await busyPlayer()
    const pricesOf = async (body: CallBody<typeof TRADES>) => (await anna.call(TRADES, body)).map(({ price }) => price)
    const types: MarketHistoryType[] = ['buy_manual', 'cancel_buy']
    expect(await pricesOf({ types: ['sell_auto'] })).toEqual([23, 23, 22, 22, 21, 21])
    expect(await pricesOf({ types })).toEqual([3, 13, 3, 13, 2, 12, 2, 12, 1, 11, 1, 11])
    expect(await pricesOf({ item_type_id: first })).toEqual([3, 23, 13, 2, 22, 12, 1, 21, 11])
    expect(await pricesOf({ item_type_id: first, types })).toEqual([3, 13, 2, 12, 1, 11])
    expect(await pricesOf({ types: [] })).toEqual([])
    expect(await pricesOf({ types: ['exchange_to_steam'] })).toEqual([])
    expect(await pricesOf({ types: ['sell_auto', 'sell_auto'] })).toEqual([23, 23, 22, 22, 21, 21])
  })

  it('pages through filtered entries, forwards and backwards', async () => {
    const { anna, second } = await busyPlayer()
    const page = (last_uuid: string | undefined, is_prev = false) =>
      anna.call(TRADES, { last_uuid, is_prev, limit: 2, item_type_id: second, types: ['buy_manual', 'sell_auto'] })
    const first = await page(undefined)
    const middle = await page(first.at(-1)?.uuid)
    const last = await page(middle.at(-1)?.uuid)
    expect([first, middle, last].flat().map(({ price }) => price)).toEqual([23, 13, 22, 12, 21, 11])
    expect(await page(last.at(-1)?.uuid)).toEqual([])
    expect(await page(last[0]?.uuid, true)).toEqual(middle)
    expect(await page(middle[0]?.uuid, true)).toEqual(first)
    expect(await page(first[0]?.uuid, true)).toEqual([])
    expect(await page('')).toEqual(first)
    expect(await page('', true)).toEqual(first)
  })

  it('is exported completely as CSV in the requested language', async () => {
    const { anna, first } = await busyPlayer()
    const response = await anna.send(EXPORT)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="trading-history.csv"')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await response.text()
    const [header, ...lines] = text.split('\r\n').slice(0, -1)
    expect(header).toBe('uuid,time,type,item_id,item,count,price,gross,fee,net,currency,lot_created_at')
    expect(lines).toHaveLength(18)
    const [newest] = await anna.call(TRADES, { item_type_id: first, limit: 1 })
    const iso = (atSec = 0) => new Date(atSec * 1_000).toISOString().replace('.000Z', 'Z')
    const name = `Good ${first - FIRST_ITEM_ID + 1}`
    const expected = [newest?.uuid, iso(newest?.created_at), 'cancel_buy', first, name, 1, 3, 3, 0, 3, 'coin']
    expect(lines).toContain([...expected, iso(newest?.lot_created_at)].join(','))
  })

  it('is exported with the names of one language, English for an unsupported one', async () => {
    const itemId = newItem()
    const anna = await newPlayer()
    const { lot } = await anna.call(BID, order(itemId, 1, 1))
    await anna.call(CANCEL, { lot_uuid: lot?.lot_uuid ?? '' })
    const namesIn = async (search: string): Promise<string | undefined> => {
      const headers = { authorization: `Bearer ${anna.token}` }
      return (await (await fetch(`${server().url}/api/marketplace/export-lot-history${search}`, { headers })).text())
        .split('\r\n')[1]
        ?.split(',')[4]
    }
    const name = `Good ${itemId - FIRST_ITEM_ID + 1}`
    expect(await Promise.all(['?lang=ja', '', '?lang=xx'].map(namesIn))).toEqual([`${name} ja`, name, name])
  })

  it('is exported over many pages without losing or repeating a line', async () => {
    const anna = await newPlayer()
    const itemId = newItem()
    const ids = Array.from({ length: 2_500 }, (_, index) => firstIdAt(1_700_000_000_000 + index))
    await sql`insert into operation (user_id, operation_id, kind, entry_type, item_id, price, count, since_ms)
      select ${anna.userId}, id, 6, 0, ${itemId}, 1, 1, 0 from unnest(${ids}::uuid[]) as id`.execute(db())
    const lines = (await (await anna.send(EXPORT)).text()).split('\r\n').slice(1, -1)
    expect(lines.map((line) => line.slice(0, 36))).toEqual(ids.toReversed())
  })
})

interface TradeRow {
  readonly entry_type: number | null
  readonly price: number | null
  readonly count: number | null
  readonly coin_change: number | null
}

/** Perpetual average cost from the text of the rules (§16); entries 3 and 5 are purchases. */
function naiveBasis(trades: readonly TradeRow[]) {
  let [held_count, held_cost, realised_profit, other_proceeds] = [0, 0, 0, 0]
  for (const { entry_type, price, count, coin_change } of trades) {
    const items = count ?? 0
    if (entry_type === 3 || entry_type === 5) {
      held_count += items
      held_cost += items * (price ?? 0)
      continue
    }
    const bought = Math.min(items, held_count)
    const cost = bought === 0 ? 0 : Math.floor((held_cost * bought) / held_count)
    const proceeds = Math.floor(((coin_change ?? 0) * bought) / items)
    held_count -= bought
    held_cost -= cost
    realised_profit += proceeds - cost
    other_proceeds += (coin_change ?? 0) - proceeds
  }
  return { held_count, held_cost, realised_profit, other_proceeds }
}

describe.each(STORE_KINDS)('profits on %s', (kind) => {
  const { db, restart, sameAt, newItem, newPlayer } = serveMarket(kind, { feeBasisPoints: 250 })

  it('are the proceeds of sold items that were bought, minus their cost', async () => {
    const itemId = newItem()
    const anna = await newPlayer(100_000, {})
    const boris = await newPlayer(100_000, { [itemId]: 100 })
    await boris.call(OFFER, order(itemId, 100, 10))
    await boris.call(OFFER, order(itemId, 200, 10))
    await anna.call(BUY, order(itemId, 200, 20))
    expect((await anna.call(PROFITS)).profits).toEqual([
      {
        item_type_id: itemId,
        bought_count: 20,
        bought_total: 3_000,
        sold_count: 0,
        sold_total: 0,
        average_cost: 150,
        held_count: 20,
        held_cost: 3_000,
        realised_profit: 0,
        other_proceeds: 0,
      },
    ])
    await anna.call(OFFER, order(itemId, 400, 5))
    await boris.call(BUY, order(itemId, 400, 5))
    const [sold] = (await anna.call(PROFITS)).profits
    expect(sold).toMatchObject({
      sold_count: 5,
      sold_total: 1_950,
      held_count: 15,
      held_cost: 15 * 150,
      realised_profit: 1_950 - 5 * 150,
    })
  })

  it('exclude found items and cancelled orders', async () => {
    const itemId = newItem()
    const anna = await newPlayer(0, { [itemId]: 5 })
    const boris = await newPlayer()
    const { lot } = await anna.call(OFFER, order(itemId, 40, 5))
    await anna.call(CANCEL, { lot_uuid: lot?.lot_uuid ?? '' })
    expect((await anna.call(PROFITS)).profits).toEqual([])
    await boris.call(BID, order(itemId, 40, 5))
    await anna.call(OFFER, order(itemId, 40, 5))
    expect((await anna.call(PROFITS)).profits).toMatchObject([
      { sold_count: 5, sold_total: 195, realised_profit: 0, other_proceeds: 195 },
    ])
  })

  it('follow the order of trades, regardless of later purchases', async () => {
    const itemId = newItem()
    const anna = await newPlayer(100_000, { [itemId]: 1 })
    const boris = await newPlayer(100_000, { [itemId]: 10 })
    const sell = async (price: number) => {
      await boris.call(BID, order(itemId, price, 1))
      await anna.call(OFFER, order(itemId, price, 1))
    }
    const buy = async (price: number) => {
      await boris.call(OFFER, order(itemId, price, 1))
      await anna.call(BID, order(itemId, price, 1))
    }
    await sell(1_000)
    await buy(100)
    expect((await anna.call(PROFITS)).profits).toMatchObject([{ realised_profit: 0, other_proceeds: 975 }])
    await sell(200)
    await buy(5_000)
    const profits = [{ held_count: 1, held_cost: 5_000, realised_profit: 95, other_proceeds: 975 }]
    expect((await anna.call(PROFITS)).profits).toMatchObject(profits)
  })

  it('equal those of a naive calculation over all trades, also after a restart', async () => {
    const rng = rngFromText(`profits/${kind}`)
    const [first, second] = [newItem(), newItem()]
    let players = [
      await newPlayer(1_000_000, { [first]: 500, [second]: 500 }),
      await newPlayer(1_000_000, { [first]: 500 }),
      await newPlayer(1_000_000),
    ]
    for (let step = 0; step < 150; step += 1) {
      if (step === 75) {
        await restart()
        players = players.map(sameAt)
      }
      const call = rng.below(2) === 0 ? OFFER : BID
      // Rejections, such as an order that crosses an own lot, are part of the market.
      await players[rng.below(3)]?.send(
        call,
        order([first, second][rng.below(2)] ?? 0, 90 + rng.below(20), 1 + rng.below(9)),
      )
    }
    let trades = 0
    for (const player of players) {
      const operations = await db()
        .selectFrom('operation')
        .select(['item_id', 'entry_type', 'price', 'count', 'coin_change'])
        .where('user_id', '=', player.userId)
        .where('entry_type', 'in', [2, 3, 4, 5])
        .orderBy('operation_id')
        .execute()
      trades += operations.length
      for (const profit of (await player.call(PROFITS)).profits) {
        const ofItem = operations.filter(({ item_id }) => item_id === profit.item_type_id)
        const { held_count, held_cost, realised_profit, other_proceeds } = profit
        expect({ held_count, held_cost, realised_profit, other_proceeds }).toEqual(naiveBasis(ofItem))
      }
    }
    expect(trades).toBeGreaterThan(40)
  })
})

describe.each(STORE_KINDS)('the inventory history on %s', (kind) => {
  const { db, newItem, newPlayer } = serveMarket(kind)

  it('shows when and why each operation happened, with the free counts before and after', async () => {
    const itemId = newItem()
    const anna = await newPlayer(0, { [itemId]: 10 })
    const boris = await newPlayer()
    const { lot } = await anna.call(OFFER, order(itemId, 10, 6))
    await boris.call(BUY, order(itemId, 10, 2))
    await anna.call(CANCEL, { lot_uuid: lot?.lot_uuid ?? '' })
    const { response } = await anna.call(HISTORY, { filter_item_id: itemId, last_uuid: '' })
    const cause = { type: 'lot', id: lot?.lot_uuid, item_id: itemId }
    expect(response).toMatchObject([
      { operation_code: 'cancel_lot', operation_type: 'add', list: [{ count: 4, new_count: 8 }], cause },
      { operation_code: 'create_sell_lot', operation_type: 'remove', list: [{ count: -6, new_count: 4 }], cause },
      { operation_code: 'quest_drop', operation_type: 'add', list: [{ count: 10, new_count: 10 }], cause: null },
    ])
    const [bought] = (await boris.call(HISTORY)).response
    const [trade] = await boris.call(TRADES)
    expect(bought).toMatchObject({
      uuid: trade?.uuid,
      created_at: trade?.created_at,
      operation_code: 'buy_lot',
      list: [{ item_id: itemId, count: 2, new_count: 2 }],
      cause: { type: 'trade', id: trade?.uuid, item_id: itemId },
    })
  })

  it('omits operations that moved only coins unless asked for them', async () => {
    const itemId = newItem()
    const anna = await newPlayer(5, { [itemId]: 1 })
    const before = (await anna.call(HISTORY, { assets: 'items' })).response
    const { lot } = await anna.call(BID, order(itemId, 10, 6))
    await anna.call(CANCEL, { lot_uuid: lot?.lot_uuid ?? '' })
    await anna.grant(7)
    expect((await anna.call(HISTORY, { assets: 'items' })).response).toEqual(before)
    const moved = (await anna.call(HISTORY, { assets: 'coins' })).response.slice(0, 3)
    expect(moved.map(({ operation_code, coins, list }) => [operation_code, coins?.count, list])).toEqual([
      ['quest_drop', 7, []],
      ['cancel_lot', 60, []],
      ['create_buy_lot', -60, []],
    ])
  })

  it('groups the changes of one operation, and filters operations instead of lines', async () => {
    const [first, second] = [newItem(), newItem()]
    const anna = await newPlayer(0, { [first]: 1, [second]: 2 })
    await anna.grant(0, { [second]: 1 })
    const all = (await anna.call(HISTORY, {})).response
    expect(all.map(({ list }) => list.length)).toEqual([1, 2, STARTER_ITEMS])
    expect(all[2]).toMatchObject({ operation_code: 'starter_pack', list: { 0: { new_count: STARTER_COUNT } } })
    const filtered = (await anna.call(HISTORY, { filter_item_id: first })).response
    expect(filtered).toEqual([all[1]])
    expect((await anna.call(HISTORY, { filter_item_id: 0 })).response).toEqual(all)
  })

  it('pages until the last page is empty', async () => {
    const itemId = newItem()
    const anna = await newPlayer()
    for (let index = 0; index <= INVENTORY_HISTORY_PAGE_SIZE; index += 1) await anna.grant(0, { [itemId]: 1 })
    const first = (await anna.call(HISTORY, { filter_item_id: itemId })).response
    const next = await anna.call(HISTORY, { filter_item_id: itemId, last_uuid: first.at(-1)?.uuid })
    expect([first.length, next.response.length]).toEqual([INVENTORY_HISTORY_PAGE_SIZE, 1])
    expect(next.response[0]?.list[0]?.new_count).toBe(1)
    const end = await anna.call(HISTORY, { filter_item_id: itemId, last_uuid: next.response[0]?.uuid })
    expect(end.response).toEqual([])
  })

  describe('as a chart', () => {
    const at = (iso: string): number => Date.parse(iso) / 1_000
    /** A Saturday and the first days of the next ISO year's first week. */
    const PAST = [
      ['2025-12-27T08:00:00Z', 5],
      ['2025-12-28T22:10:00Z', 7],
      ['2025-12-28T22:50:00Z', 4],
      ['2025-12-29T00:00:00Z', 9],
      ['2026-01-31T12:00:00Z', 0],
    ] as const

    async function livedThrough(): Promise<{ anna: Player; itemId: number }> {
      const itemId = newItem()
      const anna = await newPlayer()
      let before = 0
      for (const [iso, count] of PAST) {
        const operation_id = firstIdAt(Date.parse(iso))
        await sql`insert into operation (user_id, operation_id, kind, item_id, item_change, item_after)
          values (${anna.userId}, ${operation_id}, 3, ${itemId}, ${count - before}, ${count})`.execute(db())
        before = count
      }
      return { anna, itemId }
    }

    it.each([
      [
        'hour',
        '2025-12-28T20:30:00Z',
        '2025-12-29T01:00:00Z',
        [
          ['2025-12-28 20:00', 5],
          ['2025-12-28 22:00', 4],
          ['2025-12-29 00:00', 9],
        ],
      ],
      [
        'day',
        '2025-12-20T00:00:00Z',
        '2026-02-01T00:00:00Z',
        [
          ['2025-12-27', 5],
          ['2025-12-28', 4],
          ['2025-12-29', 9],
          ['2026-01-31', 0],
        ],
      ],
      [
        'week',
        '2025-12-28T00:00:00Z',
        '2026-01-31T00:00:00Z',
        [
          ['2025-52', 4],
          ['2026-01', 9],
          ['2026-05', 0],
        ],
      ],
      ['month', '2026-01-01T00:00:00Z', '2026-03-31T00:00:00Z', [['2026-01', 0]]],
      ['month', '2026-02-01T00:00:00Z', '2026-03-31T00:00:00Z', [['2026-02', 0]]],
    ] as const)('gives the count at the end of each %s from %s on', async (interval, start, end, expected) => {
      const { anna, itemId } = await livedThrough()
      const range = { item_id: itemId, start_date: at(start), end_date: at(end), interval }
      const points = (await anna.call(CHART, range)).map(({ time_slot, count }) => [time_slot, count])
      expect(points).toEqual(expected)
    })

    it('is empty for an item never owned, for an earlier time, and for a span that ends before it begins', async () => {
      const { anna, itemId } = await livedThrough()
      const day = { item_id: itemId, start_date: 0, end_date: at('2025-12-01T00:00:00Z'), interval: 'day' } as const
      expect(await anna.call(CHART, day)).toEqual([])
      expect(await anna.call(CHART, { ...day, item_id: BOUND_ITEM_ID, end_date: 9_999_999_999 })).toEqual([])
      expect(await anna.call(CHART, { ...day, start_date: 1_800_000_000, end_date: 1_700_000_000 })).toEqual([])
    })

    it.each(['hour', 'day', 'week', 'month'] as const)('covers all time by the %s', async (interval) => {
      const { anna, itemId } = await livedThrough()
      const points = await anna.call(CHART, { item_id: itemId, start_date: 0, end_date: 9_999_999_999, interval })
      expect(points.at(-1)?.count).toBe(0)
    })
  })
})
