import { describe, expect, it } from 'vitest'
import { COINS } from '../../core/ledger/accounts.ts'
import { asCoins, AMOUNT_MAX, type ItemId } from '../../core/numbers.ts'
import { findViolations } from '../../economy.ts'
import { FREE_MARKET, SampleEconomy, userNumber } from '../../../testing/fixture.ts'
import { fuzzRent } from '../../../testing/fuzz-rent.ts'
import { INGOT, LUCKY_BAG, ORE, SICKLE } from '../../../testing/sample-recipes.ts'
import { salaryPerUnit, type RentableItem } from './terms.ts'

const [ANNA, BORIS] = [userNumber(1), userNumber(2)]
const DAY_MS = 86_400_000

const HERO: RentableItem = {
  hall: 'heroes',
  poolPerDay: asCoins(100),
  salaryMax: asCoins(40),
  shop: [
    { itemId: ORE, price: asCoins(7) },
    { itemId: LUCKY_BAG, price: asCoins(50) },
  ],
}

function hall(hero: RentableItem = HERO) {
  const rent = new Map<ItemId, RentableItem>([[SICKLE, hero]])
  const economy = new SampleEconomy([ANNA, BORIS], FREE_MARKET, { rent })
  for (const userId of [ANNA, BORIS]) {
    const items = [{ itemId: SICKLE, count: 10 }]
    economy.run({ type: 'grant', userId, kind: 'quest_drop', coins: 1_000, items })
  }
  // Each command takes a millisecond: start well within a second.
  economy.nowMs = 10 * DAY_MS
  return {
    economy,
    rent,
    put: (userId = ANNA, count = 1) => economy.run({ type: 'rent_put', userId, itemId: SICKLE, count }),
    takeBack: (userId = ANNA, count = 1) => economy.run({ type: 'rent_take_back', userId, itemId: SICKLE, count }),
    takeSalary: (userId = ANNA, itemIds = [SICKLE]) => economy.run({ type: 'rent_take_salary', userId, itemIds }),
    coinsOf: (userId = ANNA) => economy.world.balanceOf(userId, COINS).free - 1_000,
  }
}

const code = (outcome: ReturnType<SampleEconomy['run']>) => (outcome.ok ? 'ok' : outcome.error.code)

describe('rent', () => {
  it('pays a unit at most its cap, and many units an equal share of the pool', () => {
    const { economy, put, takeSalary, coinsOf } = hall()
    put(ANNA, 1)
    economy.nowMs += DAY_MS
    takeSalary()
    expect(coinsOf()).toBe(40)
    put(ANNA, 2)
    put(BORIS, 1)
    economy.nowMs += DAY_MS
    takeSalary(ANNA)
    takeSalary(BORIS)
    expect([coinsOf(ANNA), coinsOf(BORIS)]).toEqual([115, 25])
    expect(findViolations(economy.world)).toEqual([])
  })

  it('keeps the fraction of a coin for the next time', () => {
    const { economy, put, takeSalary, coinsOf } = hall({ ...HERO, salaryMax: asCoins(1) })
    put()
    for (let half = 1; half <= 4; half += 1) {
      economy.nowMs += DAY_MS / 2
      takeSalary()
      expect(coinsOf()).toBe(Math.floor(half / 2))
    }
  })

  it('returns only rented units, not those held by a lot', () => {
    const { economy, put, takeBack } = hall()
    put(ANNA, 2)
    const preferred = { currency: 'coin', price: 0 } as const
    const sale = { userId: ANNA, side: 'sell', itemId: SICKLE, price: 9, count: 3, mode: 'rest', preferred } as const
    expect(code(economy.run({ type: 'place_lot', ...sale }))).toBe('ok')
    expect(takeBack(ANNA, 3)).toMatchObject({ error: { code: 'not_enough_items', missing: 1 } })
    expect(economy.world.balanceOf(ANNA, SICKLE)).toEqual({ free: 5, held: 5 })
    expect(findViolations(economy.world)).toEqual([])
  })

  it('holds rented units, and pays the salary with the last one returned', () => {
    const { economy, put, takeBack, coinsOf } = hall()
    put(ANNA, 2)
    expect(economy.world.balanceOf(ANNA, SICKLE)).toEqual({ free: 8, held: 2 })
    economy.nowMs += DAY_MS
    takeBack(ANNA, 1)
    expect(coinsOf()).toBe(0)
    const back = takeBack(ANNA, 1)
    expect(coinsOf()).toBe(80)
    const kinds = back.ok ? back.value.flatMap((event) => ('operations' in event ? event.operations : [])) : []
    expect(kinds.map(({ kind }) => kind)).toEqual(['rent_take_back', 'rent_salary'])
    expect(economy.world.balanceOf(ANNA, SICKLE)).toEqual({ free: 10, held: 0 })
  })

  it('returns items when the wallet has no room for the salary, which stays owed', () => {
    const { economy, put, takeBack, takeSalary } = hall()
    put()
    economy.nowMs += DAY_MS
    economy.run({ type: 'grant', userId: ANNA, kind: 'quest_drop', coins: AMOUNT_MAX - 2_000, items: [] })
    expect(code(takeSalary())).toBe('amount_too_large')
    expect(code(takeBack())).toBe('ok')
    expect(economy.world.account(ANNA).rentals.get(SICKLE)?.owed).toBeGreaterThan(0n)
    expect(findViolations(economy.world)).toEqual([])
  })

  it("settles under the old terms before a new pack's apply", () => {
    const { economy, rent, put, takeSalary, coinsOf } = hall()
    put()
    economy.nowMs += DAY_MS
    rent.set(SICKLE, { ...HERO, salaryMax: asCoins(10) })
    economy.run({ type: 'adopt_rent_terms', userId: ANNA, itemId: SICKLE })
    economy.nowMs += DAY_MS
    takeSalary()
    expect(coinsOf()).toBe(50)
  })

  it('earns nothing for items that are not rentable any more, and still returns them', () => {
    const { economy, rent, put, takeBack, coinsOf } = hall()
    put(ANNA, 2)
    rent.delete(SICKLE)
    economy.run({ type: 'adopt_rent_terms', userId: ANNA, itemId: SICKLE })
    economy.nowMs += DAY_MS
    expect(code(put())).toBe('not_rentable')
    expect(code(takeBack(ANNA, 2))).toBe('ok')
    expect(coinsOf()).toBe(0)
  })

  it('opens its shop to players who rent, and opens bundles', () => {
    const { economy, put } = hall()
    const buy = (itemId: ItemId, count = 3) =>
      economy.run({ type: 'rent_buy', userId: ANNA, rentId: SICKLE, itemId, count })
    expect(code(buy(ORE))).toBe('not_rented')
    put()
    expect(code(buy(ORE))).toBe('ok')
    expect(economy.world.balanceOf(ANNA, ORE).free).toBe(3)
    expect(economy.world.balanceOf(ANNA, COINS).free).toBe(979)
    expect(code(buy(LUCKY_BAG))).toBe('ok')
    expect(economy.world.balanceOf(ANNA, LUCKY_BAG).free).toBe(0)
    expect(code(buy(INGOT))).toBe('not_in_shop')
    expect(code(buy(ORE, 1_000))).toBe('not_enough_coins')
    expect(code(buy(ORE, 0))).toBe('invalid_count')
    expect(findViolations(economy.world)).toEqual([])
  })

  it.each([
    ['more than the player has', 'rent_put', 11, 'not_enough_items'],
    ['none', 'rent_put', 0, 'invalid_count'],
    ['a part', 'rent_put', 0.5, 'invalid_count'],
    ['taking back more than is rented', 'rent_take_back', 3, 'not_enough_items'],
  ] as const)('refuses to move %s', (_, type, count, expected) => {
    const { economy, put } = hall()
    put(ANNA, 2)
    economy.run({ type: 'rent_put', userId: BORIS, itemId: SICKLE, count: 5 })
    expect(code(economy.run({ type, userId: ANNA, itemId: SICKLE, count }))).toBe(expected)
    expect(economy.world.rentPools.get(SICKLE)?.units).toBe(7)
  })

  it('reports a pool that counts units which nobody rents out, and one that owes what it did not earn', () => {
    const { economy, put } = hall()
    put()
    const pool = economy.world.rentPools.get(SICKLE)
    if (pool === undefined) throw new Error('The pool is missing')
    economy.world.rentPools.set(SICKLE, { ...pool, units: pool.units + 1 })
    expect(findViolations(economy.world)).toMatchObject([{ rule: 'rent' }])
    economy.world.rentPools.set(SICKLE, { ...pool, accrued: pool.accrued + 1n })
    expect(findViolations(economy.world)).toMatchObject([{ rule: 'rent' }])
    economy.world.rentPools.set(SICKLE, pool)
    expect(findViolations(economy.world)).toEqual([])
  })

  it('rejects salaries of items not rented out', () => {
    const { takeSalary } = hall()
    expect(code(takeSalary())).toBe('not_rented')
  })

  it('computes the salary per unit', () => {
    expect([0, 1, 2, 3, 10].map((units) => salaryPerUnit(HERO, units))).toEqual([40, 40, 40, 100 / 3, 10])
  })

  it('agrees with a naive model that pays second by second', () => {
    let paid = 0
    for (let world = 0; world < 60; world += 1) paid += fuzzRent(`rent-test-${world}`, 60).paidCoins
    expect(paid).toBeGreaterThan(0)
  })
})
