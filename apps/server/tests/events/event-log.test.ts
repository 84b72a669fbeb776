import { WORLD } from '@clutch/economy'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { readEvents, type Event } from '../../src/areas/events/read-events.ts'
import { deleteHalt, storeHalt } from '../../src/integrity/economy-halt.ts'
import { order, serveMarket } from '../support/market-server.ts'
import { Player } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'

const ADMIN = '76561198000000114'
const PAGE_MAX = 7

interface Sold {
  readonly coins: { readonly change: number }
}

describe.each(STORE_KINDS)('the event log on %s', (kind) => {
  const market = serveMarket(kind, {}, { ADMIN_STEAM_IDS: ADMIN })
  const { db, newItem, newPlayer } = market

  /** Reads on from a cursor in pages of changing size, until nothing more comes. */
  async function readOn(after: string | undefined, known: Event[] = []): Promise<Event[]> {
    let last = after
    for (let size = 1; ; size = (size % PAGE_MAX) + 1) {
      const page = await readEvents(db(), last, size)
      if (page.length === 0) return known
      known.push(...page)
      last = page.at(-1)?.id
    }
  }

  const operationsIn = (events: readonly Event[]) =>
    events.flatMap(({ type, data }) =>
      type === 'operation.posted' && 'operation_id' in data ? [String(data.operation_id)] : [],
    )

  it('gives a reader every operation exactly once while orders run, in commit order, also across a restart', async () => {
    const start = (await readOn(undefined)).at(-1)?.id
    const item = newItem()
    const players = await Promise.all(Array.from({ length: 4 }, () => newPlayer(1_000_000, { [item]: 1_000 })))
    const seen: Event[] = []
    const trade = async (rounds: number): Promise<void> => {
      for (let round = 0; round < rounds; round += 1)
        await Promise.all(
          players.map(async (player, index) => {
            const at = market.sameAt(player)
            // The first two only sell, so that no order meets another of its player.
            const path = index < 2 ? 'POST /marketplace/create-sell-lot' : 'POST /marketplace/create-buy-lot'
            await at.call(path, order(item, 50 + ((index * 7 + round) % 5), 1 + (round % 3)))
          }),
        )
    }
    const state = { isTrading: true }
    const trading = trade(25).finally(() => (state.isTrading = false))
    while (state.isTrading) await readOn(seen.at(-1)?.id ?? start, seen)
    await trading
    await market.restart()
    await trade(5)
    await readOn(seen.at(-1)?.id, seen)

    const ids = seen.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted())
    const rows = await db().selectFrom('operation').select(['operation_id', 'position']).orderBy('position').execute()
    const since = Number(start?.split('-')[0] ?? 0)
    expect(operationsIn(seen)).toEqual(
      rows.filter(({ position }) => position > since).map(({ operation_id }) => operation_id),
    )
    expect(rows.length).toBeGreaterThan(100)
  })

  it('reports each trade once with its price, count, fee, buyer and seller', async () => {
    const item = newItem()
    const [anna, boris] = [await newPlayer(0, { [item]: 9 }), await newPlayer(5_000)]
    const start = (await readOn(undefined)).at(-1)?.id
    await anna.call('POST /marketplace/create-sell-lot', order(item, 70, 9))
    await boris.call('POST /marketplace/create-buy-lot', order(item, 90, 4))
    const events = await readOn(start)
    expect(events.filter(({ type }) => type === 'trade.executed').map(({ data }) => data)).toMatchObject([
      { item_id: item, price: 70, count: 4, buyer: boris.steamId, seller: anna.steamId },
    ])
    const trade = events.find(({ type }) => type === 'trade.executed')
    const sold = events.find(({ data }) => 'kind' in data && data.kind === 'sell_lot')?.data as Sold
    expect(trade?.data).toMatchObject({ fee: 280 - sold.coins.change })
  })

  it('reports a registration before the first operation of the player', async () => {
    const player = await newPlayer(1)
    const mine = (await readOn(undefined)).filter(({ data }) => 'steam_id' in data && data.steam_id === player.steamId)
    expect(mine.map(({ type }) => type).slice(0, 2)).toEqual(['player.registered', 'operation.posted'])
    expect(mine.filter(({ type }) => type === 'player.registered')).toHaveLength(1)
  })

  // Only PostgreSQL runs two transactions at once.
  it.runIf(kind === 'postgres')(
    'a ban waits for the batch that is being written, so that its event comes after',
    async () => {
      const [admin, player] = [await Player.signIn(market.server(), ADMIN), await newPlayer(1)]
      const start = (await readOn(undefined)).at(-1)?.id
      const waiting = async () => {
        const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db())
        return rows[0]?.count
      }
      let registering: Promise<Player> | undefined
      let banning: Promise<unknown> | undefined
      await db()
        .transaction()
        .execute(async (transaction) => {
          // The starter pack moves the world's coins, after the registration was logged.
          await sql`select from balance where user_id = ${WORLD} and asset = 0 for update`.execute(transaction)
          registering = Player.signIn(market.server())
          await expect.poll(waiting).toBe(1)
          banning = admin.call('POST /admin/ban', { steam_id: player.steamId, seconds: 60, reason: 'botting' })
          await expect.poll(waiting).toBe(2)
        })
      await Promise.all([registering, banning])
      const types = (await readOn(start)).map(({ type }) => type)
      expect(types).toEqual(['player.registered', 'operation.posted', 'player.banned'])
    },
  )

  it('reports bans, their end, halts and the end of a halt, each once and after what was committed before', async () => {
    const [admin, player] = [await Player.signIn(market.server(), ADMIN), await newPlayer(1)]
    const start = (await readOn(undefined)).at(-1)?.id
    await admin.call('POST /admin/ban', { steam_id: player.steamId, seconds: 60, reason: 'botting' })
    await player.grant(5, {})
    await admin.call('POST /admin/ban', { steam_id: player.steamId, seconds: 0, reason: 'mistake' })
    await storeHalt(db(), { sinceMs: Date.now(), findings: [{ rule: 'conservation', detail: 'test' }] })
    await storeHalt(db(), { sinceMs: Date.now(), findings: [{ rule: 'books', detail: 'test' }] })
    await db()
      .transaction()
      .execute(async (transaction) => {
        await deleteHalt(transaction)
        await deleteHalt(transaction)
      })
    const events = await readOn(start)
    expect(events.map(({ type }) => type)).toEqual([
      'player.banned',
      'operation.posted',
      'player.unbanned',
      'economy.halted',
      'economy.resumed',
    ])
    expect(events[0]?.data).toMatchObject({ steam_id: player.steamId, until: expect.any(Number) })
  })
})
