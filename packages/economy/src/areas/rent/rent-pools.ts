import type { HoldOwnerIds } from '../../core/holds.ts'
import { asQuantity, type Brand, type ItemId, type UserId } from '../../core/numbers.ts'
import type { Violation } from '../../core/invariants.ts'
import type { World } from '../../core/world.ts'
import { COIN_IN_PARTS, owedOf, type Rental, type RentPool } from './rent-pool.ts'

/** A player's units of one item. */
export type RentalId = Brand<string, 'RentalId'>

declare module '../../core/world.ts' {
  interface AccountParts {
    readonly rentals: Map<ItemId, Rental>
  }
  interface WorldParts {
    readonly rentPools: Map<ItemId, RentPool>
  }
  interface EntityIds {
    readonly rent_pool: ItemId
  }
}
declare module '../../core/holds.ts' {
  interface HoldOwnerIds {
    readonly rental: RentalId
  }
}

export function rentalId(userId: UserId, itemId: ItemId): HoldOwnerIds['rental'] {
  return `${userId}/${itemId}` as RentalId
}

export function* listRentalHolds(world: World) {
  for (const { userId, rentals } of world.accounts()) {
    for (const [itemId, { units }] of rentals) {
      if (units > 0) yield { ownerId: rentalId(userId, itemId), userId, asset: itemId, amount: asQuantity(units) }
    }
  }
}

/** Checks that everything earned is paid, owed or in the remainder, and that a pool counts all units (rules §7). */
export function findRentViolations(world: World): Violation[] {
  const violations: Violation[] = []
  for (const pool of world.rentPools.values()) {
    let [units, owed] = [0, 0n]
    for (const { rentals } of world.accounts()) {
      const rental = rentals.get(pool.itemId)
      if (rental === undefined) continue
      units += rental.units
      owed += owedOf(rental, pool)
    }
    const accounted = pool.paid * COIN_IN_PARTS + owed + pool.rem
    if (units !== pool.units || accounted !== pool.accrued) {
      const detail = `pool ${pool.itemId} has ${pool.units} units and earned ${pool.accrued}; players have ${units}; paid, owed and remainder are ${accounted}`
      violations.push({ rule: 'rent', detail })
    }
  }
  return violations
}
