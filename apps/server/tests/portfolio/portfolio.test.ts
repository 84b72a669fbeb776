import { asItemId, asUserId, rngFromText } from '@clutch/economy'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startOfDay } from '../../src/areas/calendar.ts'
import { keepDay, portfolioTasks } from '../../src/areas/portfolio/keep-days.ts'
import { TaskRunner } from '../../src/tasks/task-runner.ts'
import { createLogger } from '../../src/logger.ts'
import { order, serveMarket } from '../support/market-server.ts'
import type { Player } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'
import { STARTER_COINS } from '../support/test-server.ts'

const OFFER = 'POST /marketplace/create-sell-lot'
const BID = 'POST /marketplace/create-buy-lot'
const BUY = 'POST /marketplace/buy-lot'
const PORTFOLIO = 'POST /portfolio/get'
const WORTH = 'POST /inventory/worth'
const AWAY = 'POST /portfolio/while-away'
const DAY_SEC = 86_400
const TODAY_SEC = startOfDay(Date.now())

describe.each(STORE_KINDS)('a portfolio on %s', (kind) => {
  const { server, db, newItem, newPlayer, restart, sameAt } = serveMarket(kind)

  /** A past price, aggregated on three days as the writer does. */
  async function setFairPrice(itemId: number, price: number): Promise<void> {
    for (const daysAgo of [1, 2, 3]) {
      const at = { item_id: itemId, span: 1, side: 0, start_sec: TODAY_SEC - daysAgo * DAY_SEC }
      await db()
        .insertInto('price_bucket')
        .values({ ...at, total_price: price, total_quantity: 1 })
        .execute()
    }
  }

  async function boughtAt(player: Player, seller: Player, itemId: number, price: number, count: number) {
    await seller.call(OFFER, order(itemId, price, count))
    await player.call(BUY, order(itemId, price, count))
  }

  it('values holdings at fair prices, with the cost of those that were bought and the gain on them', async () => {
    const [bought, found, unpriced] = [newItem(), newItem(), newItem()]
    await setFairPrice(bought, 50)
    await setFairPrice(found, 7)
    const seller = await newPlayer(0, { [bought]: 20, [unpriced]: 20 })
    const before = await newPlayer(10_000, { [found]: 3 })
    await restart()
    const [anna, boris] = [sameAt(before), sameAt(seller)]
    const start = (await anna.call(PORTFOLIO)).now
    await boughtAt(anna, boris, bought, 30, 10)
    await boughtAt(anna, boris, unpriced, 5, 4)
    await anna.call(OFFER, order(bought, 900, 2))
    const { now, days, holdings } = await anna.call(PORTFOLIO)
    expect(now).toEqual({
      net_worth: start.net_worth - 300 - 20 + 500,
      coins: STARTER_COINS + 10_000 - 320,
      items_value: start.items_value + 500,
      cost_basis: 320,
      unrealised_profit: 500 - 300,
      realised_profit: 0,
      other_proceeds: 0,
    })
    expect(days).toEqual([])
    expect(holdings.filter(({ item_type_id }) => item_type_id >= bought)).toEqual([
      {
        item_type_id: bought,
        count: 10,
        fair_price: 50,
        value: 500,
        bought_count: 10,
        cost_basis: 300,
        unrealised_profit: 200,
      },
      { item_type_id: found, count: 3, fair_price: 7, value: 21, bought_count: 0, cost_basis: 0, unrealised_profit: 0 },
      {
        item_type_id: unpriced,
        count: 4,
        fair_price: 0,
        value: 0,
        bought_count: 4,
        cost_basis: 20,
        unrealised_profit: 0,
      },
    ])
    expect(now.net_worth).toBe((await anna.call(WORTH)).total)
  })

  it('excludes bought items that were sold or used up', async () => {
    const itemId = newItem()
    const [anna, boris] = [await newPlayer(1_000), await newPlayer(0, { [itemId]: 10 })]
    await boughtAt(anna, boris, itemId, 10, 9)
    const outcome = await server().server.context.writer.submit<'consume'>({
      command: { type: 'consume', userId: asUserId(anna.userId), asset: asItemId(itemId), count: 5 },
      actorId: asUserId(anna.userId),
      idempotency: undefined,
    })
    expect(outcome.ok).toBe(true)
    const { now, holdings } = await anna.call(PORTFOLIO)
    expect(now.cost_basis).toBe(40)
    expect(holdings.find(({ item_type_id }) => item_type_id === itemId)).toMatchObject({
      bought_count: 4,
      cost_basis: 40,
    })
  })

  it('stores the figures of each day once for every player, and lists them oldest first without today', async () => {
    const itemId = newItem()
    const [anna, boris] = [await newPlayer(1_000), await newPlayer(0, { [itemId]: 10 })]
    const keep = (daysAgo: number) => keepDay(db(), new Map([[itemId, 40]]), TODAY_SEC - daysAgo * DAY_SEC)
    await keep(3)
    await boughtAt(anna, boris, itemId, 10, 5)
    await keep(2)
    await anna.call(OFFER, order(itemId, 25, 2))
    await (await newPlayer(1_000)).call(BUY, order(itemId, 25, 2))
    await keep(2)
    await keep(0)
    const { days } = await anna.call(PORTFOLIO)
    expect(days.map(({ time_slot }) => Date.parse(time_slot) / 1_000)).toEqual([
      TODAY_SEC - 3 * DAY_SEC,
      TODAY_SEC - 2 * DAY_SEC,
    ])
    expect(days[0]).toMatchObject({ coins: STARTER_COINS + 1_000, cost_basis: 0, realised_profit: 0 })
    expect(days[1]).toMatchObject({ cost_basis: 30, unrealised_profit: 3 * 40 - 30, realised_profit: 30 })
    const others = await boris.call(PORTFOLIO)
    expect(others.days.map(({ other_proceeds }) => other_proceeds)).toEqual([0, 50])
  })

  it('is stored by an hourly scheduled task, which may safely run twice', async () => {
    const anna = await newPlayer(5)
    const { fairPriceBoard } = server().server.context
    const nowMs = () => (TODAY_SEC - 9 * DAY_SEC) * 1_000 + 5
    const tasks = portfolioTasks(db(), fairPriceBoard, nowMs)
    // The server claims tasks of this kind, too: by its clock, this one is not due before next year.
    const nextYearMs = Date.now() + 365 * DAY_SEC * 1_000
    const runner = new TaskRunner({ db: db(), handlers: tasks, log: createLogger('silent'), nowMs: () => nextYearMs })
    await sql`insert into task (task_id, kind, payload, due_at_ms)
      values ('01890000-0000-7000-8000-00000000aaaa', 'keep_portfolios', '{}', ${nextYearMs})`.execute(db())
    runner.start()
    await expect.poll(async () => (await anna.call(PORTFOLIO)).days.length).toBeGreaterThan(0)
    await runner.stop()
    const [kind_] = Object.keys(tasks)
    await tasks[kind_ ?? '']?.({}, new AbortController().signal)
    const rows = await db().selectFrom('portfolio_day').selectAll().where('user_id', '=', anna.userId).execute()
    expect(rows).toHaveLength(1)
    const chore = await db().selectFrom('due_work').selectAll().where('kind', '=', 'keep_portfolios').execute()
    expect(chore).toHaveLength(1)
  })

  it('sums up what happened to a player since a moment', async () => {
    const itemId = newItem()
    const [anna, boris] = [await newPlayer(1_000), await newPlayer(0, { [itemId]: 10 })]
    const nowSec = Math.floor(Date.now() / 1_000)
    for (const [queue, end_at_sec, count] of [
      [0, nowSec, 3],
      [1, nowSec, 4],
      [0, nowSec - DAY_SEC, 50],
    ] as const) {
      await sql`insert into job_history (user_id, queue, end_at_sec, job_id, recipe_id, count, input_ids, created_at_ms,
          document)
        values (${anna.userId}, ${queue}, ${end_at_sec}, ${crypto.randomUUID()}, 1, ${count}, '[]', 0, '{}')`.execute(
        db(),
      )
    }
    for (const [end_at_ms, count] of [
      [nowSec * 1_000, 6],
      [(nowSec - DAY_SEC) * 1_000, 70],
    ] as const) {
      await sql`insert into harvest_history (user_id, group_id, recipe_id, count, items, new_items, broken_items,
          upgraded_items, start_at_ms, end_at_ms)
        values (${anna.userId}, ${crypto.randomUUID()}, 1, ${count}, '[]', ${`[[1,${count}],[2,5]]`}, '[[3,2]]', '[]', 0, ${end_at_ms})`.execute(
        db(),
      )
    }
    await boughtAt(anna, boris, itemId, 10, 7)
    await anna.call(OFFER, order(itemId, 25, 2))
    await (await newPlayer(1_000)).call(BUY, order(itemId, 25, 2))

    expect(await anna.call(AWAY, { since: nowSec - 60 })).toEqual({
      since: nowSec - 60,
      coins_change: STARTER_COINS + 1_000 - 70 + 50,
      sold: { trades: 1, count: 2, coins: 50 },
      bought: { trades: 1, count: 7, coins: 70 },
      crafts_ended: 3,
      farms_ended: 4,
      harvests_ended: 6,
      items_gained: 11,
      items_broken: 2,
      items_upgraded: 0,
    })
    expect(await anna.call(AWAY, { since: nowSec - 2 * DAY_SEC })).toMatchObject({
      crafts_ended: 53,
      harvests_ended: 76,
      items_broken: 4,
    })
    expect(await boris.call(AWAY, { since: nowSec + 60 })).toMatchObject({ coins_change: 0, sold: { trades: 0 } })
    expect(await anna.call(AWAY, { since: nowSec - 2 * DAY_SEC, until: nowSec - 60 })).toMatchObject({
      coins_change: 0,
      bought: { trades: 0 },
      crafts_ended: 50,
      harvests_ended: 70,
    })
    const long = await anna.call(AWAY, { since: 0 })
    expect(long.since).toBeGreaterThan(nowSec - 31 * DAY_SEC)
  })

  it('agrees with the ledger, whatever is traded', async () => {
    const rng = rngFromText(`portfolio/${kind}`)
    const itemId = newItem()
    const players = [await newPlayer(5_000, { [itemId]: 60 }), await newPlayer(5_000, { [itemId]: 60 })]
    for (let step = 0; step < 60; step += 1) {
      const player = players[rng.below(2)]
      await player?.send(rng.below(2) === 0 ? OFFER : BID, order(itemId, 20 + rng.below(8), 1 + rng.below(5)))
    }
    const portfolios = await Promise.all(players.map((player) => player.call(PORTFOLIO)))
    const coins = portfolios.reduce((sum, { now }) => sum + now.coins, 0)
    expect(coins).toBe(2 * (STARTER_COINS + 5_000))
    for (const { now } of portfolios) {
      // They traded only with each other: coins went into holds or came from found items.
      expect(now.coins - STARTER_COINS - 5_000).toBe(now.realised_profit + now.other_proceeds - now.cost_basis)
    }
  })
})
