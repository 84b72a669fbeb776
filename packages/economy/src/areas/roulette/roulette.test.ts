import { describe, expect, it } from 'vitest'
import { COINS } from '../../core/ledger/accounts.ts'
import { asCoins } from '../../core/numbers.ts'
import { findViolations } from '../../economy.ts'
import { SampleEconomy, userNumber } from '../../../testing/fixture.ts'
import { ORE } from '../../../testing/sample-recipes.ts'
import { seatOf } from './commands.ts'
import { prizeAt, SPINS_MAX } from './terms.ts'

const ANNA = userNumber(1)

function sit(coins = 10_000): SampleEconomy {
  const economy = new SampleEconomy([ANNA])
  economy.run({ type: 'grant', userId: ANNA, kind: 'quest_drop', coins, items: [] })
  return economy
}

const coinsOf = (economy: SampleEconomy) => economy.world.balanceOf(ANNA, COINS).free
const recordsOf = (events: ReturnType<SampleEconomy['runAll']>['events']) =>
  events.flatMap((event) => (event.type === 'spun' ? event.spins : []))

describe('a spin', () => {
  it('costs its price, pays its prize and increments the nonce', () => {
    const economy = sit()
    const { events } = economy.runAll({ type: 'spin', userId: ANNA, count: 40 })
    const spins = recordsOf(events)
    expect(spins.map(({ nonce }) => nonce)).toEqual(Array.from({ length: 40 }, (_, index) => index))
    const { roulette } = economy.world.catalogue
    const won = spins.map(({ prizeIndex }) => roulette?.prizes[prizeIndex])
    const coins = won.reduce((sum, prize) => sum + (prize?.itemId === undefined ? (prize?.count ?? 0) : 0), 0)
    expect(coinsOf(economy)).toBe(10_000 - 400 + coins)
    const ore = won.filter((prize) => prize?.itemId === ORE).length * 2
    expect(economy.world.balanceOf(ANNA, ORE).free).toBeGreaterThanOrEqual(ore)
    expect(seatOf(economy.world, ANNA).nonce).toBe(40)
    expect(findViolations(economy.world)).toEqual([])
  })

  it('draws the same for the same seat, one at a time or many at once', () => {
    const [one, many] = [sit(), sit()]
    const single = Array.from({ length: 20 }, () => one.runAll({ type: 'spin', userId: ANNA, count: 1 }).events).flat()
    const rolls = (events: Parameters<typeof recordsOf>[0]) => recordsOf(events).map(({ roll }) => roll)
    expect(rolls(single)).toEqual(rolls(many.runAll({ type: 'spin', userId: ANNA, count: 20 }).events))
  })

  it.each([0, -1, 1.5, SPINS_MAX + 1, Number.NaN])('of %d at once is rejected', (count) => {
    expect(sit().run({ type: 'spin', userId: ANNA, count })).toMatchObject({ error: { code: 'invalid_count' } })
  })

  it('that cannot be paid in full is rejected and uses no nonce', () => {
    const economy = sit(25)
    expect(economy.run({ type: 'spin', userId: ANNA, count: 3 })).toMatchObject({ error: { code: 'not_enough_coins' } })
    expect([coinsOf(economy), seatOf(economy.world, ANNA).nonce]).toEqual([25, 0])
  })

  it('can be paid with items', () => {
    const base = sit().world.catalogue.roulette
    const roulette = base && { ...base, cost: { itemId: ORE, count: 2 } }
    const economy = new SampleEconomy([ANNA], undefined, { roulette })
    economy.run({ type: 'grant', userId: ANNA, kind: 'quest_drop', coins: 0, items: [{ itemId: ORE, count: 3 }] })
    expect(economy.run({ type: 'spin', userId: ANNA, count: 2 })).toMatchObject({ error: { code: 'not_enough_items' } })
    expect(economy.run({ type: 'spin', userId: ANNA, count: 1 }).ok).toBe(true)
  })

  it('whose prize exceeds the limits is rejected as a whole', () => {
    const economy = sit(Number.MAX_SAFE_INTEGER - 1)
    const base = economy.world.catalogue.roulette
    const rich = new SampleEconomy([ANNA], undefined, {
      roulette: base && { ...base, prizes: [{ itemId: undefined, count: Number.MAX_SAFE_INTEGER, weight: 1 }] },
    })
    rich.run({ type: 'grant', userId: ANNA, kind: 'quest_drop', coins: 50, items: [] })
    expect(rich.run({ type: 'spin', userId: ANNA, count: 2 })).toMatchObject({ error: { code: 'amount_too_large' } })
    expect(rich.world.balanceOf(ANNA, COINS).free).toBe(asCoins(50))
  })

  it('is rejected in a game without a wheel', () => {
    const economy = new SampleEconomy([ANNA], undefined, { roulette: undefined })
    expect(economy.run({ type: 'spin', userId: ANNA, count: 1 })).toMatchObject({ error: { code: 'no_roulette' } })
    const command = { type: 'set_client_seed', userId: ANNA, clientSeed: 'mine' } as const
    expect(economy.run(command)).toMatchObject({ error: { code: 'no_roulette' } })
  })
})

describe('a client seed', () => {
  it('ends the current seed and starts the next from nonce 0', () => {
    const economy = sit()
    economy.run({ type: 'spin', userId: ANNA, count: 7 })
    const { events } = economy.runAll({ type: 'set_client_seed', userId: ANNA, clientSeed: 'mine_1-A' })
    expect(events.find(({ type }) => type === 'seed_rotated')).toMatchObject({ ended: { seedIndex: 0, nonce: 7 } })
    expect(seatOf(economy.world, ANNA)).toEqual({ seedIndex: 1, clientSeed: 'mine_1-A', nonce: 0 })
  })

  it.each(['', 'a b', 'ü', 'x'.repeat(65)])('%j is rejected', (clientSeed) => {
    const refused = sit().run({ type: 'set_client_seed', userId: ANNA, clientSeed })
    expect(refused).toMatchObject({ error: { code: 'invalid_client_seed' } })
  })
})

it('the prize is the first whose cumulative weight exceeds the roll', () => {
  const { roulette } = sit().world.catalogue
  expect(roulette && [0, 59, 60, 89, 90, 98, 99].map((roll) => prizeAt(roulette, roll))).toEqual([0, 0, 1, 1, 2, 2, 3])
})
