import { randomUUID } from 'node:crypto'
import type { CallResponse, ChartInterval, LotRequest } from '@clutch/contract'
import { rngFromText } from '@clutch/economy'
import { describe, expect, it } from 'vitest'
import { MarketStatsBoard } from '../../src/areas/marketplace/market-stats-board.ts'
import { createInProcessBus } from '../../src/bus/bus.ts'
import { errorBodyOf } from '../support/answers.ts'
import { BOUND_ITEM_ID, FIRST_ITEM_ID } from '../support/make-pack.ts'
import { order, serveMarket, STARTER_ITEMS } from '../support/market-server.ts'
import { newSteamId, Player } from '../support/player.ts'
import { snapshotEconomy } from '../support/snapshot.ts'
import { STORE_KINDS } from '../support/stores.ts'
import { STARTER_COINS, STARTER_COUNT } from '../support/test-server.ts'

const UNKNOWN_ITEM_ID = 999_999
const PRICE_MAX = 1_000_000_000_000
const BUY = 'POST /marketplace/buy-lot'
const SELL = 'POST /marketplace/sell-to-buy-lot'
const OFFER = 'POST /marketplace/create-sell-lot'
const BID = 'POST /marketplace/create-buy-lot'
const CANCEL = 'POST /marketplace/cancel-lot'
const CHANGE = 'POST /marketplace/change-lot-price'
const DETAILS = 'POST /marketplace/get-item-details'
const PRICES = 'POST /marketplace/get-all-prices'
const MY_LOTS = 'POST /marketplace/get-my-lots'
const HISTORY = 'POST /marketplace/get-lot-history'
const CHART = 'POST /marketplace/get-chart'
const CHECK_BUY = 'POST /marketplace/check-buy-lot'
const CHECK_SELL = 'POST /marketplace/check-sell-lot'

async function lotOf(
  answer: Promise<CallResponse<typeof OFFER>>,
): Promise<NonNullable<CallResponse<typeof OFFER>['lot']>> {
  const { lot } = await answer
  if (lot === null) throw new Error('No lot is resting')
  return lot
}

/** History entries as type, price and count. */
async function recordsOf(player: Player): Promise<string[]> {
  return (await player.call(HISTORY)).map(({ type, price, count }) => `${type} ${price} ${count}`)
}

describe.each(STORE_KINDS)('the marketplace on %s', (kind) => {
  const { server, newItem, newPlayer } = serveMarket(kind)

  describe('the first sign-in', () => {
    it('gives the starter pack once, however many run concurrently', async () => {
      const steamId = newSteamId()
      const signIns = await Promise.all(Array.from({ length: 5 }, () => Player.signIn(server(), steamId)))
      const again = await Player.signIn(server(), steamId)
      expect(new Set([...signIns, again].map(({ userId }) => userId)).size).toBe(1)
      expect(await again.coins()).toBe(STARTER_COINS)
      const starterItems = Array.from({ length: STARTER_ITEMS }, (_, index) => FIRST_ITEM_ID + index)
      expect(await again.call('POST /inventory/get')).toEqual(
        starterItems.map((itemId) => ({ TypeId: itemId, Count: STARTER_COUNT })),
      )
    })
  })

  describe('a lot', () => {
    it('to sell holds its items and shows the price as it was entered', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 20 })
      const { traded_count, traded_total, lot } = await anna.call(OFFER, {
        ...order(itemId, 1_500, 12),
        currency: 'coin',
        prefer_lot_currency: 'bronze',
        prefer_lot_price: 15.5,
      })
      const now = Date.now() / 1_000
      expect([traded_count, traded_total]).toEqual([0, 0])
      expect(lot).toMatchObject({
        item_type_id: itemId,
        type: 'sell',
        price: 1_500,
        prefer_lot_currency: 'bronze',
        prefer_lot_price: 15.5,
        count: 12,
        current_count: 12,
      })
      expect(lot?.created_at).toBeGreaterThan(now - 60)
      expect(lot?.created_at).toBeLessThanOrEqual(now + 1)
      expect(await anna.countOf(itemId)).toBe(8)
      expect((await anna.call(MY_LOTS)).lots).toMatchObject([lot])
    })

    it('to buy holds price × count coins, in coins unless another unit is given', async () => {
      const itemId = newItem()
      const anna = await newPlayer()
      const lot = await lotOf(anna.call(BID, order(itemId, 30, 7)))
      expect(lot).toMatchObject({ type: 'buy', prefer_lot_currency: 'coin', prefer_lot_price: 30 })
      expect(await anna.coins()).toBe(STARTER_COINS - 210)
    })

    it('ignores unknown fields, as third-party clients send them', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 1 })
      const body: LotRequest & { lot_type: string } = { ...order(itemId, 5, 1), lot_type: 'sell' }
      expect(await anna.call(OFFER, body)).toMatchObject({ lot: { price: 5 } })
    })

    it('is listed to its owner only, newest first', async () => {
      const [first, second] = [newItem(), newItem()]
      const anna = await newPlayer(0, { [first]: 1, [second]: 1 })
      const boris = await newPlayer()
      const lots = [
        await lotOf(anna.call(OFFER, order(first, 5, 1))),
        await lotOf(anna.call(OFFER, order(second, 6, 1))),
      ]
      expect((await anna.call(MY_LOTS)).lots).toMatchObject(lots.toReversed())
      expect((await boris.call(MY_LOTS)).lots).toEqual([])
    })

    it('is filled in part, then completely, and is gone then', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 10 })
      const boris = await newPlayer()
      const lot = await lotOf(anna.call(OFFER, order(itemId, 10, 10)))
      await boris.call(BUY, order(itemId, 10, 4))
      expect((await anna.call(MY_LOTS)).lots).toMatchObject([{ ...lot, current_count: 6 }])
      await boris.call(BUY, order(itemId, 10, 6))
      expect((await anna.call(MY_LOTS)).lots).toEqual([])
      expect([await anna.coins(), await boris.countOf(itemId)]).toEqual([STARTER_COINS + 100, 10])
    })

    it('returns its remainder to its owner once when it is cancelled', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 10 })
      const boris = await newPlayer()
      const lot = await lotOf(anna.call(OFFER, order(itemId, 10, 10)))
      await boris.call(BUY, order(itemId, 10, 4))
      await boris.refused('lot_not_found', CANCEL, { lot_uuid: lot.lot_uuid })
      expect(await anna.call(CANCEL, { lot_uuid: lot.lot_uuid })).toEqual({ lot: { ...lot, current_count: 6 } })
      await anna.refused('lot_not_found', CANCEL, { lot_uuid: lot.lot_uuid })
      expect(await anna.countOf(itemId)).toBe(6)
      expect(await recordsOf(anna)).toEqual(['cancel_sell 10 6', 'sell_auto 10 4'])
    })

    it('to buy returns its coins when it is cancelled', async () => {
      const itemId = newItem()
      const anna = await newPlayer()
      const { lot_uuid } = await lotOf(anna.call(BID, order(itemId, 30, 7)))
      await anna.call(CANCEL, { lot_uuid })
      expect(await anna.coins()).toBe(STARTER_COINS)
      expect(await recordsOf(anna)).toEqual(['cancel_buy 30 7'])
    })

    it('is found under an upper-case uuid too', async () => {
      const itemId = newItem()
      const anna = await newPlayer()
      const { lot_uuid } = await lotOf(anna.call(BID, order(itemId, 1, 1)))
      expect(await anna.call(CANCEL, { lot_uuid: lot_uuid.toUpperCase() })).toMatchObject({ lot: { lot_uuid } })
    })

    it('is cancelled once when it is cancelled many times at once', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 3 })
      const { lot_uuid } = await lotOf(anna.call(OFFER, order(itemId, 10, 3)))
      const answers = await Promise.all(Array.from({ length: 10 }, () => anna.send(CANCEL, { lot_uuid })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(9)
      expect(await anna.countOf(itemId)).toBe(3)
    })
  })

  describe('a price change', () => {
    it('removes the old lot and places its remainder in one step', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 10 })
      const boris = await newPlayer()
      const { lot_uuid } = await lotOf(anna.call(OFFER, order(itemId, 10, 10)))
      await boris.call(BUY, order(itemId, 10, 4))
      const outcome = await anna.call(CHANGE, {
        lot_uuid: lot_uuid.toUpperCase(),
        price: 12,
        prefer_lot_currency: 'bronze',
        prefer_lot_price: 0.12,
      })
      expect(outcome).toMatchObject({ traded_count: 0, traded_total: 0 })
      expect(outcome.lot).toMatchObject({ price: 12, count: 6, current_count: 6, prefer_lot_currency: 'bronze' })
      expect((await anna.call(MY_LOTS)).lots).toMatchObject([outcome.lot])
      expect(await anna.countOf(itemId)).toBe(0)
      expect(await recordsOf(anna)).toEqual(['cancel_sell 10 6', 'sell_auto 10 4'])
      await anna.refused('lot_not_found', CHANGE, { lot_uuid, price: 13 })
    })

    it('trades what crosses and returns the result', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 10 })
      const boris = await newPlayer()
      await boris.call(BID, order(itemId, 7, 4))
      const { lot_uuid } = await lotOf(anna.call(OFFER, order(itemId, 10, 10)))
      expect(await anna.call(CHANGE, { lot_uuid, price: 6 })).toMatchObject({
        traded_count: 4,
        traded_total: 28,
        lot: { price: 6, count: 10, current_count: 6 },
      })
    })

    it('is rejected as a whole: the lot keeps its price and place', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 1 })
      const boris = await newPlayer()
      const { lot_uuid } = await lotOf(anna.call(BID, order(itemId, 10, 100)))
      await anna.call(OFFER, order(itemId, 20, 1))
      const before = await snapshotEconomy(server().server.context.store.db)
      await anna.refused('price_unchanged', CHANGE, { lot_uuid, price: 10 })
      expect((await anna.refused('not_enough_coins', CHANGE, { lot_uuid, price: 11 })).params).toEqual({ missing: 100 })
      await anna.refused('would_match_own_lot', CHANGE, { lot_uuid, price: 20 })
      await boris.refused('lot_not_found', CHANGE, { lot_uuid, price: 9 })
      expect(await snapshotEconomy(server().server.context.store.db)).toBe(before)
    })

    it('is applied once under its key, and returns the same again', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 5 })
      const { lot_uuid } = await lotOf(anna.call(OFFER, order(itemId, 10, 5)))
      const key = { 'idempotency-key': randomUUID() }
      const answers = await Promise.all([1, 2, 3].map(() => anna.call(CHANGE, { lot_uuid, price: 9 }, key)))
      expect(answers[1]).toEqual(answers[0])
      expect(answers[2]).toEqual(answers[0])
      expect((await anna.call(MY_LOTS)).lots).toMatchObject([answers[0]?.lot])
      await anna.refused('idempotency_conflict', CHANGE, { lot_uuid, price: 8 }, key)
    })

    it('is applied once when many change the lot concurrently, or change and cancel it', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 6 })
      const { lot_uuid } = await lotOf(anna.call(OFFER, order(itemId, 10, 6)))
      const changes = Array.from({ length: 8 }, (_, index) => anna.send(CHANGE, { lot_uuid, price: 20 + index }))
      const answers = await Promise.all([...changes, anna.send(CANCEL, { lot_uuid })])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(8)
      const { lots } = await anna.call(MY_LOTS)
      expect((await anna.countOf(itemId)) + lots.reduce((sum, { current_count }) => sum + current_count, 0)).toBe(6)
    })
  })

  describe('a trade', () => {
    it("happens at the resting price, and the buyer's excess hold is returned at once", async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 5 })
      const boris = await newPlayer()
      await anna.call(OFFER, order(itemId, 40, 5))
      expect(await boris.call(BID, order(itemId, 50, 5))).toEqual({ traded_count: 5, traded_total: 200, lot: null })
      expect([await anna.coins(), await boris.coins()]).toEqual([STARTER_COINS + 200, STARTER_COINS - 200])
    })

    it('takes the best price first, and at one price the oldest lot', async () => {
      const itemId = newItem()
      const sellers = await Promise.all([0, 1, 2].map(() => newPlayer(0, { [itemId]: 2 })))
      const [anna, boris, chiyo] = sellers
      await anna?.call(OFFER, order(itemId, 11, 2))
      await boris?.call(OFFER, order(itemId, 10, 2))
      await chiyo?.call(OFFER, order(itemId, 10, 2))
      const buyer = await newPlayer()
      await buyer.call(BUY, order(itemId, 11, 3))
      const gained = await Promise.all(sellers.map(async (seller) => (await seller.coins()) - STARTER_COINS))
      expect(gained).toEqual([0, 20, 10])
      expect(await recordsOf(buyer)).toEqual(['buy_manual 10 1', 'buy_manual 10 2'])
    })

    it('takes what crosses and places the remainder', async () => {
      const itemId = newItem()
      const anna = await newPlayer()
      const boris = await newPlayer(0, { [itemId]: 9 })
      await anna.call(BID, order(itemId, 20, 4))
      const outcome = await boris.call(OFFER, order(itemId, 18, 9))
      expect(outcome).toMatchObject({
        traded_count: 4,
        traded_total: 80,
        lot: { count: 9, current_count: 5, price: 18 },
      })
      expect(await recordsOf(boris)).toEqual(['sell_manual 20 4'])
      expect(await recordsOf(anna)).toEqual(['buy_auto 20 4'])
    })

    it('that must be immediate is filled completely or not at all, and reports the available count', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 6 })
      const boris = await newPlayer()
      await anna.call(OFFER, order(itemId, 10, 5))
      await anna.call(OFFER, order(itemId, 12, 1))
      const before = await snapshotEconomy(server().server.context.store.db)
      const refusal = await boris.refused('market_moved', BUY, order(itemId, 11, 6))
      expect(refusal.params).toEqual({ available: 5 })
      await anna.refused('market_moved', SELL, order(itemId, 1, 1))
      expect(await snapshotEconomy(server().server.context.store.db)).toBe(before)
    })

    it('names what is missing', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 100 })
      const boris = await newPlayer()
      await anna.call(OFFER, order(itemId, 100, 20))
      expect((await boris.refused('not_enough_coins', BUY, order(itemId, 100, 11))).params).toEqual({ missing: 100 })
      const name = `Good ${itemId - FIRST_ITEM_ID + 1}`
      const short = await anna.refused('not_enough_items', OFFER, order(itemId, 100, 81))
      expect(short).toMatchObject({ message: `Not enough items: ${name}`, params: { missing: 1, item_id: itemId } })
    })

    it('never meets an own lot: an immediate one skips it, a resting one is rejected', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 5 })
      const boris = await newPlayer(0, { [itemId]: 5 })
      const own = await lotOf(anna.call(OFFER, order(itemId, 10, 5)))
      await anna.refused('market_moved', BUY, order(itemId, 20, 1))
      const refusal = await anna.refused('would_match_own_lot', BID, order(itemId, 10, 1))
      expect(refusal.params).toEqual({ lot_uuid: own.lot_uuid })
      await boris.call(OFFER, order(itemId, 12, 5))
      expect(await anna.call(BUY, order(itemId, 20, 2))).toMatchObject({ traded_count: 2, traded_total: 24 })
      expect((await anna.call(MY_LOTS)).lots).toMatchObject([own])
    })

    it.each([OFFER, BID, BUY, SELL] as const)('is rejected for an item that may not be traded: %s', async (call) => {
      const anna = await newPlayer()
      const orders = [
        order(BOUND_ITEM_ID, 1, 1),
        order(UNKNOWN_ITEM_ID, 1, 1),
        order(FIRST_ITEM_ID, PRICE_MAX, 1_000_000),
      ]
      const refusals = await Promise.all(orders.map(async (body) => errorBodyOf(await anna.send(call, body))))
      expect(refusals.map(({ code }) => code)).toEqual(['item_not_sellable', 'unknown_item', 'amount_too_large'])
    })
  })

  describe('the market shows', () => {
    it('the book by level, own lots, the last price and the terms', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 50 })
      const boris = await newPlayer(0, { [itemId]: 50 })
      const nothing = await anna.call(DETAILS, { item_type_id: itemId })
      expect(nothing).toEqual({
        sell_orders: [],
        buy_orders: [],
        user_lots: [],
        last_price: 0,
        fee_basis_points: 0,
        max_items_per_lot: 1_000_000,
      })
      const own = [
        await lotOf(anna.call(OFFER, order(itemId, 22, 3))),
        await lotOf(anna.call(OFFER, order(itemId, 20, 4))),
        await lotOf(anna.call(BID, order(itemId, 8, 1))),
      ]
      await boris.call(OFFER, order(itemId, 20, 5))
      await boris.call(BID, order(itemId, 9, 2))
      await boris.call(BID, order(itemId, 8, 6))
      const details = await anna.call(DETAILS, { item_type_id: itemId })
      expect(details.sell_orders).toEqual([
        { price: 20, count: 9 },
        { price: 22, count: 3 },
      ])
      expect(details.buy_orders).toEqual([
        { price: 9, count: 2 },
        { price: 8, count: 7 },
      ])
      expect(details.user_lots).toEqual(own.toReversed().map((lot) => ({ ...lot, ahead_count: 0 })))
      await boris.call(BUY, order(itemId, 20, 1))
      expect(await boris.call(DETAILS, { item_type_id: itemId })).toMatchObject({
        last_price: 20,
        sell_orders: [
          { price: 20, count: 8 },
          { price: 22, count: 3 },
        ],
        user_lots: [{ price: 8 }, { price: 9 }, { price: 20 }],
      })
    })

    it("the best price per side, and the player's own best", async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 9 })
      const boris = await newPlayer(0, { [itemId]: 9 })
      const pricesFor = async (player: Player) => {
        const { buy_lots, sell_lots } = await player.call(PRICES)
        const of = (lots: typeof buy_lots) => lots.filter(({ item_type_id }) => item_type_id === itemId)
        return [of(buy_lots), of(sell_lots)].map(([entry]) => entry && [entry.price, entry.my_price])
      }
      expect(await pricesFor(anna)).toEqual([undefined, undefined])
      const offers = [30, 28].map((price) => lotOf(anna.call(OFFER, order(itemId, price, 1))))
      await Promise.all([...offers, boris.call(OFFER, order(itemId, 25, 1))])
      await Promise.all([5, 6].map((price) => anna.call(BID, order(itemId, price, 1))))
      await boris.call(BID, order(itemId, 4, 1))
      expect(await pricesFor(anna)).toEqual([
        [6, 6],
        [25, 28],
      ])
      expect(await pricesFor(boris)).toEqual([
        [6, 4],
        [25, 25],
      ])
      await anna.call(BUY, order(itemId, 25, 1))
      for (const offer of offers) await anna.call(CANCEL, { lot_uuid: (await offer).lot_uuid })
      expect(await pricesFor(boris)).toEqual([[6, 4], undefined])
    })

    it('no item that does not exist', async () => {
      const anna = await newPlayer()
      const refusal = await anna.refused('unknown_item', DETAILS, { item_type_id: UNKNOWN_ITEM_ID })
      expect(refusal.message).toBe(`Item #${UNKNOWN_ITEM_ID} does not exist`)
    })
  })

  describe('a check', () => {
    it('says whether the trade would succeed right now, and changes nothing', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 10 })
      const boris = await newPlayer()
      await anna.call(OFFER, order(itemId, 100, 8))
      await anna.call(BID, order(itemId, 40, 2))
      const before = await snapshotEconomy(server().server.context.store.db)
      const checks: [Player, typeof CHECK_BUY | typeof CHECK_SELL, LotRequest, boolean][] = [
        [boris, CHECK_BUY, order(itemId, 100, 8), true],
        [boris, CHECK_BUY, order(itemId, 500, 8), true],
        [boris, CHECK_BUY, order(itemId, 100, 9), false],
        [boris, CHECK_BUY, order(itemId, 99, 1), false],
        [boris, CHECK_SELL, order(itemId, 40, 1), false],
        [anna, CHECK_BUY, order(itemId, 100, 1), false],
        [anna, CHECK_SELL, order(itemId, 40, 1), false],
      ]
      for (const [player, call, body, expected] of checks) {
        expect([call, body, await player.call(call, body)]).toEqual([call, body, expected])
      }
      expect(await snapshotEconomy(server().server.context.store.db)).toBe(before)
    })

    it.each([
      ['an unknown item', order(UNKNOWN_ITEM_ID, 1, 1)],
      ['an unsellable item', order(BOUND_ITEM_ID, 1, 1)],
      ['the highest price', order(FIRST_ITEM_ID, PRICE_MAX, 1)],
      ['a sum beyond every balance', order(FIRST_ITEM_ID, PRICE_MAX, 1_000_000)],
      ['the smallest order', order(FIRST_ITEM_ID, 1, 1)],
      ['the most items', order(FIRST_ITEM_ID, 1, 1_000_000)],
      [
        'odd preferences',
        { ...order(FIRST_ITEM_ID, 1, 1), prefer_lot_currency: 'gold', prefer_lot_price: 1e-9 } as const,
      ],
    ])('returns false and no error for %s', async (_, body) => {
      const anna = await newPlayer()
      expect([await anna.call(CHECK_BUY, body), await anna.call(CHECK_SELL, body)]).toEqual([false, false])
    })

    it.each([
      ['nothing', undefined],
      ['null', 'null'],
      ['a list', '[]'],
      ['a text', '"1"'],
      ['an empty order', '{}'],
      ['a price of text', '{"item_type_id":1,"price":"7","count":1}'],
      ['a price of nothing', '{"item_type_id":1,"price":0,"count":1}'],
      ['a count too large', '{"item_type_id":1,"price":1,"count":9007199254740993}'],
      ['half an item', '{"item_type_id":1.5,"price":1,"count":1}'],
      ['another currency', '{"item_type_id":1,"price":1,"count":1,"currency":"gold"}'],
    ])('returns false and no error for %s, but nothing to anonymous callers', async (_, body) => {
      const anna = await newPlayer()
      for (const path of ['check-buy-lot', 'check-sell-lot']) {
        const ask = async (authorization: string) => {
          const headers = { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
          const response = await fetch(`${server().url}/api/marketplace/${path}`, {
            method: 'POST',
            headers,
            ...(body === undefined ? {} : { body }),
          })
          return [response.status, await response.text()]
        }
        expect(await ask(`Bearer ${anna.token}`)).toEqual([200, 'false'])
        expect((await ask('Bearer nobody'))[0]).toBe(401)
      }
    })

    it('agrees with the actual result for any book and balance', async () => {
      const itemId = newItem()
      const rng = rngFromText(`checks-${kind}`)
      const players = await Promise.all(Array.from({ length: 4 }, () => newPlayer(0, { [itemId]: 8 })))
      const verdicts = { yes: 0, no: 0 }
      for (let round = 0; round < 60; round += 1) {
        const player = players[rng.below(players.length)]
        if (player === undefined) continue
        const body = order(itemId, 40 + rng.below(80), 1 + rng.below(5))
        await player.send(rng.below(2) === 0 ? OFFER : BID, order(itemId, 40 + rng.below(80), 1 + rng.below(4)))
        const buys = rng.below(2) === 0
        const says = await player.call(buys ? CHECK_BUY : CHECK_SELL, body)
        const { status } = await player.send(buys ? BUY : SELL, body)
        expect([round, body, says]).toEqual([round, body, status === 200])
        verdicts[says ? 'yes' : 'no'] += 1
      }
      expect(Math.min(verdicts.yes, verdicts.no)).toBeGreaterThan(5)
    })
  })

  describe('the market overview', () => {
    it('shows change and volume of a day and prices of a week, and follows trades once they are broadcast', async () => {
      const itemId = newItem()
      const { db } = server().server.context.store
      const bus = createInProcessBus(() => undefined)
      const board = new MarketStatsBoard(db, bus, server().server.context.fairPriceBoard)
      const stat = async () => (await board.stats(Date.now())).find(({ item_type_id }) => item_type_id === itemId)
      const anna = await newPlayer(0, { [itemId]: 9 })
      const boris = await newPlayer(10_000)
      const start_sec = (Math.floor(Date.now() / 3_600_000) - 40) * 3_600
      const at = { item_id: itemId, span: 0, side: 0, start_sec }
      await db
        .insertInto('price_bucket')
        .values({ ...at, total_price: 200, total_quantity: 4 })
        .execute()
      expect(await stat()).toMatchObject({ change_24h: null, volume_24h: 0 })
      await anna.call(OFFER, order(itemId, 60, 3))
      await boris.call(BUY, order(itemId, 60, 2))
      expect((await stat())?.volume_24h, 'the trade has not been broadcast yet').toBe(0)
      const books = [{ itemId, tradedPrice: 60, tradedCount: 2, levels: [] }]
      bus.publish('economy', { id: 1, updates: { marketplace: { lots: [], prices: [], books } } } as never)
      const after = await stat()
      expect(after).toMatchObject({ change_24h: 2_000, volume_24h: 2 })
      expect(after?.week.filter((price) => price > 0)).toEqual([50, 60])
      server().server.context.marketStatsBoard.clear()
      const { stats } = await anna.call('POST /marketplace/get-market-stats')
      expect(stats.find(({ item_type_id }) => item_type_id === itemId)).toEqual(after)
    })
  })

  describe('the recent trades of an item', () => {
    it('list each fill once, newest first, by what the taker did, and without names', async () => {
      const itemId = newItem()
      const anna = await newPlayer(5_000, { [itemId]: 9 })
      const boris = await newPlayer(5_000, { [itemId]: 9 })
      const recent = async () =>
        (await anna.call('POST /marketplace/get-recent-trades', { item_type_id: itemId })).trades
      expect(await recent()).toEqual([])
      const fromSec = Math.floor(Date.now() / 1_000)
      await anna.call(OFFER, order(itemId, 60, 2))
      await anna.call(OFFER, order(itemId, 61, 2))
      const { lot } = await anna.call(OFFER, order(itemId, 90, 1))
      await boris.call(BUY, order(itemId, 61, 3))
      await anna.call('POST /marketplace/cancel-lot', { lot_uuid: lot?.lot_uuid ?? '' })
      await anna.call(BID, order(itemId, 40, 5))
      await boris.call(SELL, order(itemId, 40, 4))
      const trades = await recent()
      expect(trades).toEqual([
        { traded_at: expect.any(Number), price: 40, count: 4, side: 'sell' },
        { traded_at: expect.any(Number), price: 61, count: 1, side: 'buy' },
        { traded_at: expect.any(Number), price: 60, count: 2, side: 'buy' },
      ])
      expect(trades.every(({ traded_at }) => traded_at >= fromSec && traded_at <= Date.now() / 1_000)).toBe(true)
      const unknown = await anna.send('POST /marketplace/get-recent-trades', { item_type_id: 2_000_000_000 })
      expect(unknown.status).toBe(404)
    })

    it('are at most the latest fifty', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 99 })
      const boris = await newPlayer(100_000)
      for (let price = 1; price <= 53; price += 1) {
        await anna.call(OFFER, order(itemId, price, 1))
        await boris.call(BUY, order(itemId, price, 1))
      }
      const { trades } = await boris.call('POST /marketplace/get-recent-trades', { item_type_id: itemId })
      expect(trades.map(({ price }) => price)).toEqual(Array.from({ length: 50 }, (_, index) => 53 - index))
    })
  })

  describe('own lots', () => {
    it('show how many items of others are ahead at the same price, excluding own ones', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 50 })
      const boris = await newPlayer(1_000, { [itemId]: 50 })
      await boris.call(OFFER, order(itemId, 100, 7))
      await anna.call(OFFER, order(itemId, 100, 1))
      await boris.call(OFFER, order(itemId, 100, 5))
      await anna.call(OFFER, order(itemId, 100, 2))
      await anna.call(OFFER, order(itemId, 99, 3))
      const ahead = async () => (await anna.call('POST /marketplace/get-my-lots')).lots.map((lot) => lot.ahead_count)
      expect(await ahead()).toEqual([0, 12, 7])
      const { user_lots } = await anna.call('POST /marketplace/get-item-details', { item_type_id: itemId })
      expect(user_lots.map((lot) => lot.ahead_count)).toEqual([0, 12, 7])
      const carla = await newPlayer(10_000)
      await carla.call(BUY, order(itemId, 100, 3 + 6))
      expect(await ahead()).toEqual([6, 1])
    })
  })

  describe('the trading history', () => {
    it('pages from the newest to the oldest and back', async () => {
      const itemId = newItem()
      const anna = await newPlayer()
      for (let price = 1; price <= 7; price += 1) {
        const { lot_uuid } = await lotOf(anna.call(BID, order(itemId, price, 1)))
        await anna.call(CANCEL, { lot_uuid })
      }
      const page = async (last_uuid: string | null, is_prev = false) => {
        const entries = await anna.call(HISTORY, { last_uuid, is_prev, limit: 3 })
        return {
          entries,
          prices: entries.map(({ price }) => price),
          first: entries[0]?.uuid,
          last: entries.at(-1)?.uuid,
        }
      }
      const first = await page(null)
      const second = await page(first.last ?? '')
      const third = await page(second.last ?? '')
      expect([first.prices, second.prices, third.prices]).toEqual([[7, 6, 5], [4, 3, 2], [1]])
      expect((await page(third.last ?? '')).prices).toEqual([])
      expect((await page(third.first ?? '', true)).entries).toEqual(second.entries)
      expect((await page(second.first ?? '', true)).entries).toEqual(first.entries)
      expect((await page(first.first ?? '', true)).prices).toEqual([])
      expect((await page(null, true)).entries).toEqual(first.entries)
    })

    it('shows the time, item, count and price of each trade', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 5 })
      const lot = await lotOf(anna.call(OFFER, order(itemId, 10, 5)))
      const boris = await newPlayer()
      await boris.call(BUY, order(itemId, 15, 2))
      const [sold] = await anna.call(HISTORY)
      const [bought] = await boris.call(HISTORY, {})
      expect(sold).toMatchObject({
        item_type_id: itemId,
        type: 'sell_auto',
        price: 10,
        count: 2,
        currency: 'coin',
        lot_created_at: lot.created_at,
      })
      expect(bought).toMatchObject({ type: 'buy_manual', price: 10, count: 2 })
      expect(Math.abs((bought?.created_at ?? 0) - Date.now() / 1_000)).toBeLessThan(60)
    })

    it('holds a hundred entries on a page by default', async () => {
      const itemId = newItem()
      const anna = await newPlayer()
      await Promise.all(
        Array.from({ length: 101 }, async () => {
          const { lot_uuid } = await lotOf(anna.call(BID, order(itemId, 1, 1)))
          await anna.call(CANCEL, { lot_uuid })
        }),
      )
      const page = await anna.call(HISTORY)
      expect(page).toHaveLength(100)
      expect(await anna.call(HISTORY, { last_uuid: page.at(-1)?.uuid })).toHaveLength(1)
    })
  })

  describe('the chart', () => {
    const HOUR_SEC = 3_600
    const at = (iso: string): number => Date.parse(iso) / 1_000

    /** Past trades, aggregated as the writer does. */
    async function addPast(itemId: number, trades: readonly (readonly [string, number, number])[]): Promise<void> {
      for (const [iso, total_price, total_quantity] of trades) {
        const startSec = at(iso) - (at(iso) % HOUR_SEC)
        const starts = [startSec, startSec - (startSec % (24 * HOUR_SEC))]
        for (const [span, start_sec] of starts.entries()) {
          await server()
            .server.context.store.db.insertInto('price_bucket')
            .values({ item_id: itemId, span, side: 0, start_sec, total_price, total_quantity })
            .onConflict((conflict) =>
              conflict.columns(['item_id', 'span', 'side', 'start_sec']).doUpdateSet((by) => ({
                total_price: by('price_bucket.total_price', '+', total_price),
                total_quantity: by('price_bucket.total_quantity', '+', total_quantity),
              })),
            )
            .execute()
        }
      }
    }

    it.each<[ChartInterval, string, string, [string, number, number, number][]]>([
      [
        'hour',
        '2025-12-28T22:30:00Z',
        '2025-12-29T00:10:00Z',
        [
          ['2025-12-28 22:00', 10, 10, 1],
          ['2025-12-29 00:00', 33, 100, 3],
        ],
      ],
      [
        'day',
        '2025-12-28T23:00:00Z',
        '2026-01-01T00:00:00Z',
        [
          ['2025-12-28', 10, 10, 1],
          ['2025-12-29', 33, 100, 3],
          ['2026-01-01', 8, 15, 2],
        ],
      ],
      [
        'week',
        '2025-12-30T12:00:00Z',
        '2026-01-31T00:00:00Z',
        [
          ['2026-01', 23, 115, 5],
          ['2026-05', 2, 2, 1],
        ],
      ],
      [
        'month',
        '2025-12-29T00:00:00Z',
        '2026-01-31T00:00:00Z',
        [
          ['2025-12', 28, 110, 4],
          ['2026-01', 6, 17, 3],
        ],
      ],
    ])('aggregates whole slots by the %s', async (interval, start, end, expected) => {
      const itemId = newItem()
      const anna = await newPlayer()
      await addPast(itemId, [
        ['2025-12-28T22:45:00Z', 10, 1],
        ['2025-12-29T00:05:00Z', 60, 2],
        ['2025-12-29T00:09:00Z', 40, 1],
        ['2026-01-01T13:00:00Z', 15, 2],
        ['2026-01-30T13:00:00Z', 2, 1],
      ])
      const { buy_data, sell_data } = await anna.call(CHART, {
        item_type_id: itemId,
        start_date: at(start),
        end_date: at(end),
        interval,
      })
      const buckets = expected.map(([time_slot, avg_price, total_price, total_quantity]) => ({
        time_slot,
        avg_price,
        total_price,
        total_quantity,
        low_price: null,
        high_price: null,
      }))
      expect({ buy_data, sell_data }).toEqual({ buy_data: buckets, sell_data: [] })
    })

    it('shows the price range of the trades in a slot if it is known for all of them', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 20 })
      const boris = await newPlayer(10_000)
      for (const price of [70, 90, 80]) {
        await anna.call(OFFER, order(itemId, price, 1))
        await boris.call(BUY, order(itemId, price, 1))
      }
      await boris.call(BID, order(itemId, 40, 1))
      await anna.call(SELL, order(itemId, 40, 1))
      const nowSec = Math.floor(Date.now() / 1_000)
      const ranges = async (interval: ChartInterval) => {
        const query = { item_type_id: itemId, start_date: nowSec - 60, end_date: nowSec + 60, interval }
        const { buy_data, sell_data } = await anna.call(CHART, query)
        const rangeOf = ({ low_price, high_price }: (typeof buy_data)[number]) => [low_price, high_price]
        return [...buy_data.map(rangeOf), ...sell_data.map(rangeOf)]
      }
      const bothSides = [
        [70, 90],
        [40, 40],
      ]
      const intervals = ['hour', 'day', 'month'] as const
      expect(await Promise.all(intervals.map(ranges))).toEqual([bothSides, bothSides, bothSides])
      const { db } = server().server.context.store
      await db
        .updateTable('price_bucket')
        .set({ low_price: null, high_price: null })
        .where('item_id', '=', itemId)
        .execute()
      await anna.call(OFFER, order(itemId, 60, 1))
      await boris.call(BUY, order(itemId, 60, 1))
      expect(await ranges('day')).toEqual([
        [null, null],
        [null, null],
      ])
    })

    it("counts a trade on the taker's side as soon as it happened", async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 10 })
      const boris = await newPlayer()
      const now = Math.floor(Date.now() / 1_000)
      const query = { item_type_id: itemId, start_date: now - 3_600, end_date: now + 3_600, interval: 'month' } as const
      expect(await anna.call(CHART, query)).toEqual({ sell_data: [], buy_data: [] })
      await anna.call(OFFER, order(itemId, 10, 5))
      await boris.call(BUY, order(itemId, 10, 2))
      await boris.call(BID, order(itemId, 11, 4))
      await anna.call(SELL, order(itemId, 5, 1))
      const { buy_data, sell_data } = await anna.call(CHART, query)
      expect(buy_data).toMatchObject([{ avg_price: 10, total_price: 50, total_quantity: 5 }])
      expect(sell_data).toMatchObject([{ avg_price: 11, total_price: 11, total_quantity: 1 }])
    })

    it.each<[string, number, number]>([
      ['ends before it begins', 9_999_999_999, 0],
      ['is all time', 0, 9_999_999_999],
    ])('responds when the span %s', async (_, start_date, end_date) => {
      const anna = await newPlayer()
      for (const interval of ['hour', 'day', 'week', 'month'] as const) {
        const answer = await anna.call(CHART, { item_type_id: FIRST_ITEM_ID, start_date, end_date, interval })
        expect(answer).toEqual({ sell_data: [], buy_data: [] })
      }
    })
  })

  describe('an idempotency key', () => {
    it('returns the first outcome again byte for byte, and changes nothing', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 10 })
      const key = { 'idempotency-key': randomUUID() }
      const first = await (await anna.send(OFFER, order(itemId, 10, 2), key)).text()
      const before = await snapshotEconomy(server().server.context.store.db)
      const answers = await Promise.all(Array.from({ length: 5 }, () => anna.send(OFFER, order(itemId, 10, 2), key)))
      expect(new Set(await Promise.all(answers.map((answer) => answer.text())))).toEqual(new Set([first]))
      expect(await snapshotEconomy(server().server.context.store.db)).toBe(before)
    })

    it('acts once when all its requests arrive at once', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 10 })
      const key = { 'idempotency-key': randomUUID() }
      const answers = await Promise.all(Array.from({ length: 10 }, () => anna.call(OFFER, order(itemId, 10, 1), key)))
      expect(new Set(answers.map(({ lot }) => lot?.lot_uuid)).size).toBe(1)
      expect(await anna.countOf(itemId)).toBe(9)
    })

    it('repeats a rejection, even if the call could succeed by now', async () => {
      const itemId = newItem()
      const anna = await newPlayer()
      const key = { 'idempotency-key': randomUUID() }
      const refusal = await anna.refused('not_enough_items', OFFER, order(itemId, 10, 1), key)
      await anna.grant(0, { [itemId]: 1 })
      expect(await anna.refused('not_enough_items', OFFER, order(itemId, 10, 1), key)).toEqual(refusal)
    })

    it('is rejected for another body, another call and a cancellation', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 10 })
      const key = { 'idempotency-key': randomUUID() }
      const { lot_uuid } = await lotOf(anna.call(OFFER, order(itemId, 10, 2), key))
      await anna.refused('idempotency_conflict', OFFER, order(itemId, 10, 3), key)
      await anna.refused('idempotency_conflict', BID, order(itemId, 10, 2), key)
      await anna.refused('idempotency_conflict', CANCEL, { lot_uuid }, key)
      const other = { 'idempotency-key': randomUUID() }
      const cancelled = await anna.call(CANCEL, { lot_uuid }, other)
      expect(await anna.call(CANCEL, { lot_uuid }, other)).toEqual(cancelled)
    })

    it('belongs to one player', async () => {
      const itemId = newItem()
      const [anna, boris] = [await newPlayer(0, { [itemId]: 1 }), await newPlayer(0, { [itemId]: 1 })]
      const key = { 'idempotency-key': randomUUID() }
      const lots = [anna, boris].map((player) => lotOf(player.call(OFFER, order(itemId, 10, 1), key)))
      expect(new Set((await Promise.all(lots)).map(({ lot_uuid }) => lot_uuid)).size).toBe(2)
    })
  })

  describe('a race', () => {
    it('for the last item has one winner of thirty', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 1 })
      const buyers = await Promise.all(Array.from({ length: 30 }, () => newPlayer()))
      await anna.call(OFFER, order(itemId, 100, 1))
      const answers = await Promise.all(buyers.map((buyer) => buyer.send(BUY, order(itemId, 100, 1))))
      const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []))
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(29)
      expect(winners).toHaveLength(1)
      const counts = await Promise.all(buyers.map((buyer) => buyer.countOf(itemId)))
      expect(counts.flatMap((count, index) => (count === 1 ? [index] : []))).toEqual(winners)
    })

    it('of many purchases from one balance spends each coin once', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 50 })
      const boris = await newPlayer()
      await anna.call(OFFER, order(itemId, 100, 50))
      const calls = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? BUY : BID))
      const answers = await Promise.all(calls.map((call) => boris.send(call, order(itemId, 100, 1))))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
      expect([await boris.coins(), await boris.countOf(itemId)]).toEqual([0, 10])
    })

    it('of a buyer and a cancellation leaves the item with one of them', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 20 })
      const boris = await newPlayer()
      const lots = await Promise.all(Array.from({ length: 20 }, () => lotOf(anna.call(OFFER, order(itemId, 10, 1)))))
      await Promise.all(
        lots.flatMap(({ lot_uuid }) => [anna.send(CANCEL, { lot_uuid }), boris.send(BUY, order(itemId, 10, 1))]),
      )
      const bought = await boris.countOf(itemId)
      expect([await anna.countOf(itemId), await anna.coins()]).toEqual([20 - bought, STARTER_COINS + 10 * bought])
    })
  })
})

describe.each(STORE_KINDS)('a market with a fee and limits on %s', (kind) => {
  const { newItem, newPlayer, restart, sameAt } = serveMarket(kind, {
    feeBasisPoints: 250,
    maxOpenLots: 3,
    maxItemsPerLot: 50,
  })

  it('takes the fee from the seller, rounded down, whichever side is the taker', async () => {
    const itemId = newItem()
    const anna = await newPlayer(0, { [itemId]: 10 })
    const boris = await newPlayer()
    expect(await anna.call(DETAILS, { item_type_id: itemId })).toMatchObject({
      fee_basis_points: 250,
      max_items_per_lot: 50,
    })
    await anna.call(OFFER, order(itemId, 33, 3))
    expect(await boris.call(BUY, order(itemId, 33, 3))).toMatchObject({ traded_total: 99 })
    expect([await anna.coins(), await boris.coins()]).toEqual([STARTER_COINS + 97, STARTER_COINS - 99])
    await boris.call(BID, order(itemId, 13, 3))
    expect(await anna.call(SELL, order(itemId, 13, 3))).toMatchObject({ traded_total: 39 })
    expect(await anna.coins()).toBe(STARTER_COINS + 97 + 39)
    await boris.call(BID, order(itemId, 53, 3))
    await anna.call(SELL, order(itemId, 53, 3))
    expect(await anna.coins()).toBe(STARTER_COINS + 97 + 39 + 156)
    const fees = async (player: Player) => (await player.call(HISTORY)).map(({ type, fee }) => [type, fee])
    expect(await fees(anna)).toEqual([
      ['sell_manual', 3],
      ['sell_manual', 0],
      ['sell_auto', 2],
    ])
    expect(await fees(boris)).toEqual([
      ['buy_auto', 0],
      ['buy_auto', 0],
      ['buy_manual', 0],
    ])
    const [, , , small] = (await (await anna.send('GET /marketplace/export-lot-history')).text()).split('\r\n')
    expect(small).toContain(',3,33,99,2,97,coin,')
  })

  it('rejects one open lot beyond the limit, but not a trade', async () => {
    const itemId = newItem()
    const anna = await newPlayer(0, { [itemId]: 10 })
    const boris = await newPlayer()
    for (let price = 10; price < 13; price += 1) await anna.call(OFFER, order(itemId, price, 1))
    const refusal = await anna.refused('too_many_lots', OFFER, order(itemId, 14, 1))
    expect(refusal).toMatchObject({ message: 'At most 3 open lots', params: { max: 3 } })
    await restart()
    const [again, other] = [sameAt(anna), sameAt(boris)]
    await again.refused('too_many_lots', BID, order(itemId, 1, 1))
    await other.call(BID, order(itemId, 9, 1))
    expect(await again.call(OFFER, order(itemId, 9, 1))).toMatchObject({ traded_count: 1, lot: null })
    const [newest] = (await again.call(MY_LOTS)).lots
    await again.call(CANCEL, { lot_uuid: newest?.lot_uuid ?? '' })
    await again.call(OFFER, order(itemId, 14, 1))
  })

  it('enforces the limit on concurrent lots', async () => {
    const itemId = newItem()
    const anna = await newPlayer(0, { [itemId]: 10 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => anna.send(OFFER, order(itemId, 10, 1))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    const { lots } = await anna.call(MY_LOTS)
    expect(lots).toHaveLength(3)
    await anna.call(CHANGE, { lot_uuid: lots[0]?.lot_uuid ?? '', price: 11 })
    expect((await anna.call(MY_LOTS)).lots).toHaveLength(3)
  })

  it.each([OFFER, BID, BUY, SELL] as const)('rejects more items than a lot may hold: %s', async (call) => {
    const anna = await newPlayer()
    const refusal = await anna.refused('lot_too_large', call, order(newItem(), 1, 51))
    expect(refusal).toMatchObject({ message: 'At most 50 items in one lot', params: { max: 50 } })
  })
})
