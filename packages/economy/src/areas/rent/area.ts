import type { Area } from '../../core/area.ts'
import type { ItemId } from '../../core/numbers.ts'
import { needsOfRental, needsOfSalary, needsOfTerms } from './commands.ts'
import { decideRentBuy } from './decide-rent-buy.ts'
import { decideAdoptRentTerms, decideRentPut, decideRentTakeBack } from './decide-rental.ts'
import { decideRentTakeSalary } from './decide-take-salary.ts'
import type { Rental, RentPool } from './rent-pool.ts'
import { findRentViolations, listRentalHolds } from './rent-pools.ts'

declare module '../../core/ledger/operation-kinds.ts' {
  interface OperationKinds {
    readonly rent_put: OperationKindRow
    readonly rent_take_back: OperationKindRow
    readonly rent_salary: OperationKindRow
    readonly rent_buy: OperationKindRow
  }
}

/** Renting items out for rent, and the halls' shops (rules §7). */
export const rent = {
  name: 'rent',
  commands: {
    rent_put: { decide: decideRentPut, needs: needsOfRental },
    rent_take_back: { decide: decideRentTakeBack, needs: needsOfRental },
    rent_take_salary: { decide: decideRentTakeSalary, needs: needsOfSalary },
    rent_buy: { decide: decideRentBuy },
    adopt_rent_terms: { decide: decideAdoptRentTerms, needs: needsOfTerms, touchesStock: false },
  },
  operationKinds: {
    rent_put: { code: 34, from: ['free'], to: ['held'] },
    rent_take_back: { code: 35, from: ['held'], to: ['free'] },
    rent_salary: { code: 36, from: ['world'], to: ['free'] },
    rent_buy: { code: 37, from: ['free', 'world'], to: ['world', 'free'] },
  },
  apply: {
    rent_pool_changed: (world, { pool }) => {
      world.rentPools.set(pool.itemId, pool)
    },
    rental_changed: (world, { userId, itemId, rental }) => {
      world.account(userId).rentals.set(itemId, rental)
    },
  },
  createAccountParts: () => ({ rentals: new Map<ItemId, Rental>() }),
  createWorldParts: () => ({ rentPools: new Map<ItemId, RentPool>() }),
  entities: {
    rent_pool: {
      has: (world, itemId) => world.rentPools.has(itemId),
      drop: (world, itemId) => {
        world.rentPools.delete(itemId)
      },
      size: () => 1,
    },
  },
  holds: { rental: { list: listRentalHolds } },
  findViolations: findRentViolations,
} as const satisfies Area
