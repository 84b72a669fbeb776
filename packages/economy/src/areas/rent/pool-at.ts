import { asCoins, type ItemId } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'
import { advancePool, newPool, type RentPool } from './rent-pool.ts'
import type { RentTerms } from './terms.ts'

/** Terms of an item that is not rentable any more: it earns nothing. */
const NO_TERMS: RentTerms = { poolPerDay: asCoins(0), salaryMax: asCoins(0) }

/** The pack's terms of an item. */
export function termsOf(world: Pick<World, 'catalogue'>, itemId: ItemId): RentTerms {
  const { poolPerDay, salaryMax } = world.catalogue.rent.get(itemId) ?? NO_TERMS
  return { poolPerDay, salaryMax }
}

/**
 * A pool advanced to a time under its terms, with the pack's terms from then on, so that a change of the pack settles
 * it first (rules §7).
 */
export function poolAt(world: World, itemId: ItemId, nowMs: number): RentPool {
  const terms = termsOf(world, itemId)
  const pool = world.rentPools.get(itemId) ?? newPool(itemId, terms)
  return { ...advancePool(pool, nowMs), terms }
}
