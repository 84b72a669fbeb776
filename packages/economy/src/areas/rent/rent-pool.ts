import type { ItemId } from '../../core/numbers.ts'
import { SECOND_MS } from '../../core/time.ts'
import type { RentTerms } from './terms.ts'

/** S: parts of a coin a day that shares are rounded to (rules §7). */
const SHARE_SCALE = 1_000_000_000n
const DAY_SEC = 86_400n
/** D: what one coin is worth in the accumulator's unit. */
export const COIN_IN_PARTS = DAY_SEC * SHARE_SCALE

/**
 * What all rented units of one item earn: a counter of what one unit has earned since the pool began, so that any number
 * of units costs the same. Amounts are parts of a coin, `COIN_IN_PARTS` to one.
 */
export interface RentPool {
  readonly itemId: ItemId
  /** Those it has advanced under; the pack's may be others already. */
  readonly terms: RentTerms
  /** N: units rented by anybody. */
  readonly units: number
  /** Whole Unix seconds up to which it has advanced. */
  readonly lastSec: number
  /** What one unit has earned. */
  readonly acc: bigint
  /** What could not be shared evenly yet. */
  readonly rem: bigint
  /** Everything that was ever earned: paid, owed, or in the rest. */
  readonly accrued: bigint
  /** Whole coins that were ever paid. */
  readonly paid: bigint
}

/** What a player has rented out of one item. */
export interface Rental {
  readonly units: number
  /** The pool's counter up to which `owed` is complete. */
  readonly snap: bigint
  readonly owed: bigint
}

export const NO_RENTAL: Rental = { units: 0, snap: 0n, owed: 0n }

export function newPool(itemId: ItemId, terms: RentTerms): RentPool {
  return { itemId, terms, units: 0, lastSec: 0, acc: 0n, rem: 0n, accrued: 0n, paid: 0n }
}

/** Lets a pool earn up to a moment. Exact, and the same however often it is done (rules §7). */
export function advancePool(pool: RentPool, nowMs: number): RentPool {
  const nowSec = Math.floor(nowMs / SECOND_MS)
  if (nowSec <= pool.lastSec) return pool
  const units = BigInt(pool.units)
  if (units === 0n) return { ...pool, lastSec: nowSec }
  const seconds = BigInt(nowSec - pool.lastSec)
  const [perDay, max] = [BigInt(pool.terms.poolPerDay), BigInt(pool.terms.salaryMax)]
  if (max * units <= perDay) {
    const each = max * seconds * SHARE_SCALE
    return { ...pool, lastSec: nowSec, acc: pool.acc + each, accrued: pool.accrued + each * units }
  }
  const earned = perDay * seconds * SHARE_SCALE
  const toShare = earned + pool.rem
  return {
    ...pool,
    lastSec: nowSec,
    acc: pool.acc + toShare / units,
    rem: toShare % units,
    accrued: pool.accrued + earned,
  }
}

/** Brings what a player is owed up to where the pool is: before every change of its units or his. */
export function touchRental(rental: Rental, pool: RentPool): Rental {
  return { units: rental.units, snap: pool.acc, owed: owedOf(rental, pool) }
}

/** What a player is owed of a pool, in parts of a coin. */
export function owedOf({ units, snap, owed }: Rental, pool: RentPool): bigint {
  return owed + BigInt(units) * (pool.acc - snap)
}
