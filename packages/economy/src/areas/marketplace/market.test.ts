import { describe, expect, it } from 'vitest'
import { COINS, WORLD } from '../../core/ledger/accounts.ts'
import { asCoins, asItemId, type UserId } from '../../core/numbers.ts'
import { findViolations } from '../../economy.ts'
import { SampleEconomy, userNumber } from '../../../testing/fixture.ts'
import { fuzzMarket } from '../../../testing/fuzz-market.ts'
import { HERB, ORE, QUEST_LETTER } from '../../../testing/sample-recipes.ts'
import type { ChangeLotPrice, PlaceLot } from './commands.ts'
import { asLotId, type LotId, type Side } from './lot.ts'
import { marketFee } from './fees.ts'

const [ANNA, BORIS, CHIYO] = [userNumber(1), userNumber(2), userNumber(3)]

function economyWith(
  coins: number,
  ore: number,
  market?: ConstructorParameters<typeof SampleEconomy>[1],
): SampleEconomy {
  const economy = new SampleEconomy([ANNA, BORIS, CHIYO], market)
  for (const userId of [ANNA, BORIS, CHIYO]) {
    economy.run({ type: 'grant', userId, kind: 'quest_drop', coins, items: [{ itemId: ORE, count: ore }] })
  }
  return economy
}

function order(userId: UserId, side: Side, price: number, count: number, mode: PlaceLot['mode'] = 'rest'): PlaceLot {
  return { type: 'place_lot', userId, side, itemId: ORE, price, count, mode, preferred: { currency: 'coin', price } }
}

function place(economy: SampleEconomy, command: PlaceLot) {
  const outcome = economy.run(command)
  if (!outcome.ok) throw new Error(`Rejected: ${outcome.error.code}`)
  const placed = outcome.value.find((event) => event.type === 'lot_placed')
  return { events: outcome.value, lotId: placed?.lot.id ?? asLotId('none') }
}

function refusal(economy: SampleEconomy, command: Parameters<SampleEconomy['run']>[0]): string {
  const before = snapshot(economy)
  const outcome = economy.run(command)
  expect(snapshot(economy)).toEqual(before)
  return outcome.ok ? 'accepted' : outcome.error.code
}

function snapshot(economy: SampleEconomy): unknown {
  return [...economy.world.accounts()].map(({ userId, balances, marketplace }) => [
    userId,
    [...balances],
    marketplace.openLotCount,
    [...marketplace.costBases],
  ])
}

function trades(events: readonly { type: string }[]): unknown[] {
  return events.flatMap((event) =>
    event.type === 'traded' && 'price' in event && 'count' in event ? [[event.price, event.count]] : [],
  )
}

describe('placing a lot', () => {
  it('holds the items of a sell lot and the coins of a buy lot', () => {
    const economy = economyWith(1_000, 50)
    place(economy, order(ANNA, 'sell', 7, 20))
    place(economy, order(BORIS, 'buy', 5, 30))
    expect(economy.world.balanceOf(ANNA, ORE)).toEqual({ free: 30, held: 20 })
    expect(economy.world.balanceOf(BORIS, COINS)).toEqual({ free: 850, held: 150 })
    expect(findViolations(economy.world)).toEqual([])
  })

  it('records when each side of a trade placed its order', () => {
    const economy = economyWith(10_000, 50)
    place(economy, order(ANNA, 'sell', 7, 5))
    const placedAtMs = economy.nowMs
    economy.nowMs += 60_000
    const { events } = place(economy, order(BORIS, 'buy', 7, 5))
    const recorded = events.flatMap((event) =>
      event.type === 'market_recorded' ? [[event.recordType, event.lotCreatedAtMs]] : [],
    )
    expect(recorded).toEqual([
      ['buy_manual', economy.nowMs],
      ['sell_auto', placedAtMs],
    ])
  })

  it('fills the best price first and the oldest lot first within a price', () => {
    const economy = economyWith(10_000, 50)
    const dear = place(economy, order(ANNA, 'sell', 9, 5)).lotId
    const first = place(economy, order(ANNA, 'sell', 7, 5)).lotId
    const second = place(economy, order(BORIS, 'sell', 7, 5)).lotId
    const { events } = place(economy, order(CHIYO, 'buy', 9, 12))
    const filled = events.flatMap((event) => (event.type === 'lot_filled' ? [[event.lot.id, event.count]] : []))
    expect(filled).toEqual([
      [first, 5],
      [second, 5],
      [dear, 2],
    ])
  })

  it("fills at the resting lot's price and rests the remainder at its own price", () => {
    const economy = economyWith(10_000, 50)
    place(economy, order(ANNA, 'sell', 340, 5))
    const { events, lotId } = place(economy, order(BORIS, 'buy', 355, 8))
    expect(trades(events)).toEqual([[340, 5]])
    expect(economy.world.marketplace.lot(lotId)).toMatchObject({ price: 355, count: 8, openCount: 3 })
    expect(economy.world.balanceOf(BORIS, COINS)).toEqual({ free: 10_000 - 5 * 340 - 3 * 355, held: 3 * 355 })
  })

  it('fills an instant trade completely or not at all', () => {
    const economy = economyWith(10_000, 50)
    place(economy, order(ANNA, 'sell', 10, 5))
    expect(refusal(economy, order(BORIS, 'buy', 10, 6, 'now'))).toBe('market_moved')
    expect(trades(place(economy, order(BORIS, 'buy', 12, 5, 'now')).events)).toEqual([[10, 5]])
  })

  it('skips own lots in an instant trade', () => {
    const economy = economyWith(10_000, 50)
    place(economy, order(BORIS, 'sell', 8, 5))
    place(economy, order(ANNA, 'sell', 10, 5))
    expect(trades(place(economy, order(BORIS, 'buy', 10, 5, 'now')).events)).toEqual([[10, 5]])
  })

  it('rejects an order that would match an own lot', () => {
    const economy = economyWith(10_000, 50)
    place(economy, order(BORIS, 'sell', 8, 5))
    expect(refusal(economy, order(BORIS, 'buy', 8, 1))).toBe('would_match_own_lot')
    expect(economy.run(order(BORIS, 'buy', 7, 1)).ok).toBe(true)
  })

  it("burns the seller's fee, rounded down", () => {
    const economy = economyWith(10_000, 50, { feeBasisPoints: 250, maxOpenLots: 200, maxItemsPerLot: 1_000_000 })
    const worldBefore = economy.world.balanceOf(WORLD, COINS).free
    place(economy, order(ANNA, 'sell', 33, 3))
    place(economy, order(BORIS, 'buy', 33, 3, 'now'))
    expect(economy.world.balanceOf(ANNA, COINS).free).toBe(10_000 + 99 - 2)
    expect(economy.world.balanceOf(WORLD, COINS).free).toBe(worldBefore + 2)
    expect(findViolations(economy.world)).toEqual([])
  })

  it('is limited by the number of open lots', () => {
    const economy = economyWith(10_000, 50, { feeBasisPoints: 0, maxOpenLots: 2, maxItemsPerLot: 10 })
    const { lotId } = place(economy, order(ANNA, 'sell', 10, 1))
    place(economy, order(ANNA, 'sell', 11, 1))
    expect(refusal(economy, order(ANNA, 'sell', 12, 1))).toBe('too_many_lots')
    economy.run({ type: 'cancel_lot', userId: ANNA, lotId })
    expect(economy.run(order(ANNA, 'sell', 12, 1)).ok).toBe(true)
    expect(refusal(economy, order(ANNA, 'sell', 12, 11))).toBe('lot_too_large')
  })

  it.each([
    ['a price of zero', { price: 0 }, 'invalid_price'],
    ['a negative price', { price: -1 }, 'invalid_price'],
    ['a fraction as price', { price: 1.5 }, 'invalid_price'],
    ['a price past 10^12', { price: 1e12 + 1 }, 'invalid_price'],
    ['a price that is not a number', { price: Number.NaN }, 'invalid_price'],
    ['a count of zero', { count: 0 }, 'invalid_count'],
    ['a count past 2^53', { count: 2 ** 53 }, 'invalid_count'],
    ['a total past 2^53 − 1', { price: 1e12, count: 9_008 }, 'amount_too_large'],
    ['the largest total that fits, unpaid', { price: 1e12, count: 9_007 }, 'not_enough_coins'],
    ['an unknown item', { itemId: asItemId(77) }, 'unknown_item'],
    ['a bound item', { itemId: QUEST_LETTER }, 'item_not_sellable'],
    ['more coins than the player has', { price: 10_001 }, 'not_enough_coins'],
    ['items the player does not have', { side: 'sell' as const, itemId: HERB }, 'not_enough_items'],
  ])('rejects %s', (_, change, code) => {
    const economy = economyWith(10_000, 50)
    expect(refusal(economy, { ...order(ANNA, 'buy', 1, 1), ...change })).toBe(code)
  })

  it('is exact for amounts above 2^31', () => {
    const economy = new SampleEconomy([ANNA, BORIS])
    economy.run({ type: 'grant', userId: ANNA, kind: 'quest_drop', coins: 2 ** 52, items: [] })
    economy.run({ type: 'grant', userId: BORIS, kind: 'quest_drop', coins: 0, items: [{ itemId: ORE, count: 4_503 }] })
    place(economy, order(BORIS, 'sell', 999_999_999_999, 4_503))
    place(economy, order(ANNA, 'buy', 1e12, 4_503, 'now'))
    expect(economy.world.balanceOf(BORIS, COINS).free).toBe(999_999_999_999 * 4_503)
    expect(economy.world.balanceOf(ANNA, COINS).free).toBe(2 ** 52 - 999_999_999_999 * 4_503)
  })
})

describe('cancelling a lot', () => {
  it('returns the remainder to its owner', () => {
    const economy = economyWith(1_000, 50)
    const { lotId } = place(economy, order(ANNA, 'sell', 10, 20))
    place(economy, order(BORIS, 'buy', 10, 5, 'now'))
    expect(economy.run({ type: 'cancel_lot', userId: ANNA, lotId }).ok).toBe(true)
    expect(economy.world.balanceOf(ANNA, ORE)).toEqual({ free: 45, held: 0 })
    expect(economy.world.marketplace.book(ORE).size).toBe(0)
  })

  it('rejects lots of other players and lots that are gone', () => {
    const economy = economyWith(1_000, 50)
    const { lotId } = place(economy, order(ANNA, 'sell', 10, 20))
    expect(refusal(economy, { type: 'cancel_lot', userId: BORIS, lotId })).toBe('lot_not_found')
    economy.run({ type: 'cancel_lot', userId: ANNA, lotId })
    expect(refusal(economy, { type: 'cancel_lot', userId: ANNA, lotId })).toBe('lot_not_found')
  })
})

describe('changing the price of a lot', () => {
  const change = (userId: UserId, lotId: LotId, price: number): ChangeLotPrice => {
    return { type: 'change_lot_price', userId, lotId, price, preferred: { currency: 'coin', price } }
  }

  it('queues the remainder behind all others of the new price', () => {
    const economy = economyWith(1_000, 50)
    const other = place(economy, order(BORIS, 'sell', 8, 5)).lotId
    const { lotId } = place(economy, order(ANNA, 'sell', 10, 20))
    place(economy, order(CHIYO, 'buy', 10, 9, 'now'))
    const outcome = economy.run(change(ANNA, lotId, 8))
    const placed = outcome.ok ? outcome.value.find((event) => event.type === 'lot_placed')?.lot : undefined
    expect(placed).toMatchObject({ price: 8, count: 16, openCount: 16 })
    expect(economy.world.marketplace.lot(lotId)).toBeUndefined()
    expect(economy.world.balanceOf(ANNA, ORE)).toEqual({ free: 30, held: 16 })
    expect(economy.world.marketplace.lot(other)).toBeUndefined()
    expect(findViolations(economy.world)).toEqual([])
  })

  it('appears in histories as a cancelled lot and a new one', () => {
    const economy = economyWith(1_000, 50)
    const { lotId } = place(economy, order(ANNA, 'buy', 10, 20))
    const outcome = economy.run(change(ANNA, lotId, 9))
    const events = outcome.ok ? outcome.value : []
    const kinds = events.flatMap((event) => (event.type === 'ledger_posted' ? event.operations : []))
    expect(kinds.map(({ kind }) => kind)).toEqual(['cancel_lot', 'create_buy_lot'])
    expect(events.map(({ type }) => type)).toEqual(['ledger_posted', 'lot_cancelled', 'market_recorded', 'lot_placed'])
  })

  it('fills what the new price crosses before it rests', () => {
    const economy = economyWith(1_000, 50)
    place(economy, order(BORIS, 'sell', 12, 3))
    const { lotId } = place(economy, order(ANNA, 'buy', 10, 20))
    const outcome = economy.run(change(ANNA, lotId, 13))
    expect(outcome.ok && trades(outcome.value)).toEqual([[12, 3]])
    expect(economy.world.balanceOf(ANNA, COINS)).toEqual({ free: 1_000 - 36 - 17 * 13, held: 17 * 13 })
  })

  it('pays a higher bid from the old hold and free coins only', () => {
    const economy = economyWith(1_000, 50)
    const { lotId } = place(economy, order(ANNA, 'buy', 10, 50))
    expect(refusal(economy, change(ANNA, lotId, 21))).toBe('not_enough_coins')
    expect(economy.run(change(ANNA, lotId, 20)).ok).toBe(true)
    expect(economy.world.balanceOf(ANNA, COINS)).toEqual({ free: 0, held: 1_000 })
  })

  it('is not limited by the number of open lots', () => {
    const economy = economyWith(1_000, 50, { feeBasisPoints: 0, maxOpenLots: 1, maxItemsPerLot: 10 })
    const { lotId } = place(economy, order(ANNA, 'sell', 10, 5))
    expect(economy.run(change(ANNA, lotId, 11)).ok).toBe(true)
    expect(refusal(economy, order(ANNA, 'sell', 12, 1))).toBe('too_many_lots')
  })

  it.each([
    ['its own price', 10, 'price_unchanged'],
    ['no price', 0, 'invalid_price'],
    ['a fraction', 10.5, 'invalid_price'],
    ['a price past 10^12', 1e12 + 1, 'invalid_price'],
    ['a price that reaches an own bid', 4, 'would_match_own_lot'],
  ])('rejects %s and leaves the lot as it was', (_, price, code) => {
    const economy = economyWith(1_000, 50)
    place(economy, order(ANNA, 'buy', 4, 1))
    const { lotId } = place(economy, order(ANNA, 'sell', 10, 5))
    expect(refusal(economy, change(ANNA, lotId, price))).toBe(code)
    expect(economy.world.marketplace.lot(lotId)).toMatchObject({ price: 10, openCount: 5 })
  })

  it('rejects a total above 2^53 − 1', () => {
    const economy = economyWith(1_000, 20_000)
    const { lotId } = place(economy, order(ANNA, 'sell', 10, 9_008))
    expect(refusal(economy, change(ANNA, lotId, 1e12))).toBe('amount_too_large')
  })

  it('rejects lots of other players and lots that are gone', () => {
    const economy = economyWith(1_000, 50)
    const { lotId } = place(economy, order(ANNA, 'sell', 10, 5))
    expect(refusal(economy, change(BORIS, lotId, 9))).toBe('lot_not_found')
    expect(economy.run(change(ANNA, lotId, 9)).ok).toBe(true)
    expect(refusal(economy, change(ANNA, lotId, 8))).toBe('lot_not_found')
  })
})

describe('the market fee', () => {
  it.each([
    [10_000, 250, 250],
    [39, 250, 0],
    [40, 250, 1],
    [2 ** 53 - 1, 10_000, 2 ** 53 - 1],
    [2 ** 53 - 1, 250, 225_179_981_368_524],
    [123, 0, 0],
  ])('on %d coins at %d basis points is %d', (proceeds, feeBasisPoints, fee) => {
    expect(marketFee(asCoins(proceeds), feeBasisPoints)).toBe(fee)
  })
})

describe('the market compared with its naive model', () => {
  it.each([0, 250, 33, 10_000])('agrees on 10,000 seeded commands with a fee of %d basis points', (fee) => {
    expect(fuzzMarket(`test-${fee}`, 10_000, fee).trades).toBeGreaterThan(1_000)
  })
})
