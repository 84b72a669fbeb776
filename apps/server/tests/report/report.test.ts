import { sql } from 'kysely'
import { DAY_MS, DAY_SEC, HOUR_MS } from '@clutch/contract/formats'
import { WORLD } from '@clutch/economy'
import { describe, expect, it } from 'vitest'
import { wealthClassOf } from '../../src/areas/report/concentration.ts'
import { countChangedPlayers } from '../../src/areas/report/count-players.ts'
import { EconomyReports } from '../../src/areas/report/economy-reports.ts'
import { readWealth } from '../../src/areas/report/wealth.ts'
import { order, serveMarket } from '../support/market-server.ts'
import { Player } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'
import { STARTER_COINS } from '../support/test-server.ts'

const ADMIN = '76561198000000114'
const OFFER = 'POST /marketplace/create-sell-lot'
const BUY = 'POST /marketplace/buy-lot'
const isoDay = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)

describe.each(STORE_KINDS)('the economy report on %s', (kind) => {
  const { server, db, newItem, newPlayer } = serveMarket(kind, {}, { ADMIN_STEAM_IDS: ADMIN })
  /** Reports at a fixed time; the sums are those of the real day. */
  const reportsAt = (nowMs: number) =>
    new EconomyReports({ db: db(), fairPrices: () => Promise.resolve(new Map()), nowMs: () => nowMs })

  it('accounts for every coin, names what was in circulation, and closes the day with final figures', async () => {
    const startMs = Date.now()
    const day = isoDay(startMs)
    const admin = await Player.signIn(server(), ADMIN)
    const item = newItem()
    const [anna, boris] = [await newPlayer(5_000, { [item]: 10 }), await newPlayer(5_000)]
    for (const [seller, buyer] of [
      [anna, boris],
      [boris, anna],
    ] as const) {
      await seller.call(OFFER, order(item, 30, 10))
      await buyer.call(BUY, order(item, 30, 10))
    }
    const period = { from: day, until: day }
    const { days } = await admin.call('POST /admin/economy-report', period)
    expect(days).toMatchObject([
      {
        time_slot: day,
        is_open: true,
        opening: 0,
        supply: 10_000 + 3 * STARTER_COINS,
        minted: 10_000 + 3 * STARTER_COINS,
        burned: 0,
        residual: 0,
        volume: 600,
        item_count: 20,
        trades: 2,
        price_index: 100,
        wealth: { players: 3, active_coins: 10_000 + 3 * STARTER_COINS, returning_coins: 0 },
      },
    ])
    const details = await admin.call('POST /admin/economy-day', { time_slot: day })
    expect(details.day?.flows).toContainEqual({ kind: 'starter_pack', minted: 3_000, burned: 0, operations: 3 })
    expect(details.day?.item_residuals).toEqual([])
    expect(details.day?.wash_trades).toMatchObject([{ item_id: item, window: 'hour', trades: 2, coins: 600 }])
    expect(details.players.map(({ steam_id }) => steam_id).toSorted()).toEqual([anna.steamId, boris.steamId].toSorted())

    const csv = await (await admin.send('POST /admin/economy-report/export', { ...period, table: 'flows' })).text()
    expect(csv).toContain(`${day},quest_drop,0,10000,0,2\r\n`)
    expect(csv).toContain(`${day},quest_drop,${item},10,0,0\r\n`)
    for (const table of ['days', 'trades'] as const) {
      const text = await (await admin.send('POST /admin/economy-report/export', { ...period, table })).text()
      expect(text.split('\r\n')[1]).toContain(day)
    }

    // Two days later the day is closed, missed days are filled in, and recorded wealth is kept.
    await reportsAt(startMs + 2 * DAY_MS).refresh()
    const rows = await db().selectFrom('economy_day').selectAll().orderBy('day_sec').execute()
    expect(rows.map(({ is_closed }) => is_closed)).toEqual([true, true, false])
    expect(rows[0]?.figures.wealth?.players).toBe(3)
    expect(rows[1]?.figures).toMatchObject({ opening: rows[0]?.figures.supply, residual: 0, volume: 0, wealth: null })
    await anna.grant(7)
    await reportsAt(startMs + 2 * DAY_MS + DAY_MS / 24).refresh()
    const again = await db().selectFrom('economy_day').selectAll().orderBy('day_sec').executeTakeFirst()
    expect(again?.figures).toEqual(rows[0]?.figures)
    await sql`truncate economy_day`.execute(db())
  })

  it('keeps sums of wealth and activity, and skips players who did nothing', async () => {
    const nowMs = Date.now()
    const daySec = Math.floor(nowMs / DAY_MS) * DAY_SEC
    const players = [
      await newPlayer(1),
      await newPlayer(10),
      await newPlayer(100),
      await newPlayer(100),
      await newPlayer(),
    ]
    const was = (
      player: Player | undefined,
      days: { readonly day_sec: number | null; readonly before_day_sec?: number },
    ) =>
      db()
        .updateTable('player_activity')
        .set(days)
        .where('user_id', '=', player?.userId ?? '')
        .execute()
    const wealth = () => readWealth(db(), daySec)
    // The clocks of other tests are ahead of this one's.
    await db().updateTable('wealth_counted_until').set({ hour_sec: 0 }).execute()
    await countChangedPlayers(db(), nowMs)
    const others = await wealth()
    await was(players[0], { day_sec: daySec, before_day_sec: daySec - 30 * DAY_SEC })
    await was(players[1], { day_sec: daySec, before_day_sec: daySec - 29 * DAY_SEC })
    await was(players[2], { day_sec: daySec - 29 * DAY_SEC })
    await was(players[3], { day_sec: daySec - 30 * DAY_SEC })
    await was(players[4], { day_sec: null })
    await countChangedPlayers(db(), nowMs)
    expect(await wealth()).toEqual({
      ...others,
      active_players: others.active_players - 2,
      active_coins: others.active_coins - 2 * STARTER_COINS - 100,
      returning_coins: STARTER_COINS + 1,
      leaving_coins: STARTER_COINS + 100,
    })
    const item = newItem()
    const [seller, buyer] = [await newPlayer(0, { [item]: 10 }), await newPlayer(5_000)]
    await seller.call(OFFER, order(item, 30, 10))
    await countChangedPlayers(db(), nowMs)
    // Inactive players are paid all the same.
    await db().updateTable('player_activity').set({ changed_sec: 0 }).where('user_id', '=', seller.userId).execute()
    await buyer.call(BUY, order(item, 30, 10))
    await countChangedPlayers(db(), nowMs)
    await countChangedPlayers(db(), nowMs)
    const { rows } = await sql<{ coins: number }>`select free + held as coins from balance
      where asset = 0 and user_id <> ${WORLD}`.execute(db())
    const naive = Map.groupBy(rows, ({ coins }) => wealthClassOf(coins))
    const classes = await db().selectFrom('wealth_class').selectAll().where('players', '>', 0).execute()
    expect(new Map(classes.map((each) => [each.class, [each.players, each.coins]]))).toEqual(
      new Map([...naive].map(([id, all]) => [id, [all.length, all.reduce((sum, { coins }) => sum + coins, 0)]])),
    )
    expect(await countChangedPlayers(db(), nowMs + 2 * HOUR_MS)).toBeGreaterThan(0)
    expect(await countChangedPlayers(db(), nowMs + 2 * HOUR_MS)).toBe(0)
    await db().updateTable('wealth_counted_until').set({ hour_sec: 0 }).execute()
  })

  it('shows coins of unknown origin, and forgets after a week who traded with whom', async () => {
    await sql`update economy_supply_day set supply = supply + 5`.execute(db())
    const nowMs = Date.now()
    await reportsAt(nowMs).refresh()
    const { figures } = await db().selectFrom('economy_day').selectAll().executeTakeFirstOrThrow()
    expect(figures.residual).toBe(5)
    expect(figures.item_residuals[0]).toMatchObject({ residual: 5 })
    await sql`update economy_supply_day set supply = supply - 5`.execute(db())
    await reportsAt(nowMs + 9 * DAY_MS).refresh()
    expect(await db().selectFrom('pair_hour').selectAll().execute()).toEqual([])
  })
})
