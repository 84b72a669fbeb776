import { expect, it } from 'vitest'
import { asLotId } from '../areas/marketplace/lot.ts'
import { findViolations } from '../economy.ts'
import { ORE } from '../../testing/sample-recipes.ts'
import { ANNA, BORIS, mustRun, workshopWith } from '../../testing/workshop.ts'
import { COINS } from './ledger/accounts.ts'
import { AMOUNT_MAX, asCoins, asQuantity } from './numbers.ts'

/** A consistent market in which Anna sells ore. */
function market() {
  const economy = workshopWith([[ORE, 10]], 1_000)
  const preferred = { currency: 'coin', price: 10 } as const
  const lot = { type: 'place_lot', userId: ANNA, side: 'sell', itemId: ORE, price: 10, count: 4, mode: 'rest' } as const
  mustRun(economy, { ...lot, preferred })
  expect(findViolations(economy.world)).toEqual([])
  return economy.world
}

const rulesOf = (world: ReturnType<typeof market>) => findViolations(world).map(({ rule }) => rule)

it('finds an asset that does not sum to zero', () => {
  const world = market()
  world.account(BORIS).balances.set(COINS, { free: 1, held: 0 })
  expect(rulesOf(world)).toEqual(['conservation'])
})

it('finds a hold without an owner', () => {
  const world = market()
  world.account(ANNA).balances.set(ORE, { free: 5, held: 5 })
  expect(rulesOf(world)).toEqual(['hold'])
})

it.each([
  ['free', { free: -1, held: 0 }],
  ['held', { free: 0, held: -1 }],
  ['a balance above 2^53 − 1', { free: AMOUNT_MAX + 1, held: 0 }],
])('finds a balance that is negative or too large: %s', (_, balance) => {
  const world = market()
  world.account(BORIS).balances.set(COINS, balance)
  expect(rulesOf(world)).toContain('negative')
})

it('finds a crossed book', () => {
  const world = market()
  const lot = { id: asLotId('bid'), ownerId: BORIS, itemId: ORE, side: 'buy', price: asCoins(10) } as const
  const counts = { count: asQuantity(1), openCount: asQuantity(1), createdAtMs: 1 }
  world.marketplace.book(ORE).add({ ...lot, ...counts, preferred: { currency: 'coin', price: 10 } })
  expect(rulesOf(world)).toContain('crossed_book')
})

it('finds a wrong count of open lots', () => {
  const world = market()
  world.account(ANNA).marketplace.openLotCount = 2
  expect(rulesOf(world)).toEqual(['lot_count'])
})
