import type { ItemId } from '../../core/numbers.ts'
import { SECOND_MS } from '../../core/time.ts'
import type { RentTerms } from './terms.ts'

/** S: parts of a coin per day that shares are rounded to (rules §7). */
const SHARE_SCALE = 1_000_000_000n
const DAY_SEC = 86_400n
/** D: one coin in the accumulator's unit. */
export const COIN_IN_PARTS = DAY_SEC * SHARE_SCALE

/**
 * The rent of one item: a counter of what one unit has earned since the pool began, so that the cost does not depend on
 * the number of units. Amounts are parts of a coin, `COIN_IN_PARTS` to one.
 */
export interface RentPool {
  readonly itemId: ItemId
  /** The terms it has advanced under, which may differ from the pack's. */
  readonly terms: RentTerms
  /** N: units rented out by all players. */
  readonly units: number
  /** Unix second up to which it has advanced. */
  readonly lastSec: number
  /** What one unit has earned. */
  readonly acc: bigint
  /** Remainder that could not be shared evenly yet. */
  readonly rem: bigint
  /** Total ever earned: paid, owed, or in the remainder. */
  readonly accrued: bigint
  /** Total coins ever paid. */
  readonly paid: bigint
}

/** A player's rented units of one item. */
export interface Rental {
  readonly units: number
  /** The pool's counter at which `owed` was computed. */
  readonly snap: bigint
  readonly owed: bigint
}

export const NO_RENTAL: Rental = { units: 0, snap: 0n, owed: 0n }

export function newPool(itemId: ItemId, terms: RentTerms): RentPool {
  return { itemId, terms, units: 0, lastSec: 0, acc: 0n, rem: 0n, accrued: 0n, paid: 0n }
}

/** Advances a pool to a time. Exact, however many steps it is done in (rules §7). */
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

/** Updates what a player is owed to the pool's counter. Call before every change of units. */
export function touchRental(rental: Rental, pool: RentPool): Rental {
  return { units: rental.units, snap: pool.acc, owed: owedOf(rental, pool) }
}

/** What a pool owes a player, in parts of a coin. */
export function owedOf({ units, snap, owed }: Rental, pool: RentPool): bigint {
  return owed + BigInt(units) * (pool.acc - snap)
}
