import { asCoins, type ItemId } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'
import { advancePool, newPool, type RentPool } from './rent-pool.ts'
import type { RentTerms } from './terms.ts'

/** What the pool of an item that is rentable no more earns. */
const NO_TERMS: RentTerms = { poolPerDay: asCoins(0), salaryMax: asCoins(0) }

/** The terms of an item as the pack has them. */
export function termsOf(world: Pick<World, 'catalogue'>, itemId: ItemId): RentTerms {
  const { poolPerDay, salaryMax } = world.catalogue.rent.get(itemId) ?? NO_TERMS
  return { poolPerDay, salaryMax }
}

/**
 * A pool at a moment, under the pack's terms from there on. Up to it those count that it had, so that a change of the
 * pack settles it first (rules §7).
 */
export function poolAt(world: World, itemId: ItemId, nowMs: number): RentPool {
  const terms = termsOf(world, itemId)
  const pool = world.rentPools.get(itemId) ?? newPool(itemId, terms)
  return { ...advancePool(pool, nowMs), terms }
}
