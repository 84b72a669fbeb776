import type { CommandBase } from '../../core/command.ts'
import type { CommandNeeds, EntityRef } from '../../core/needs.ts'
import type { ItemId, UserId } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'
import type { Rental, RentPool } from './rent-pool.ts'

declare module '../../core/command.ts' {
  interface Commands {
    readonly rent_put: RentPut
    readonly rent_take_back: RentTakeBack
    readonly rent_take_salary: RentTakeSalary
    readonly rent_buy: RentBuy
    readonly adopt_rent_terms: AdoptRentTerms
  }
}
declare module '../../core/event.ts' {
  interface Events {
    readonly rent_pool_changed: RentPoolChanged
    readonly rental_changed: RentalChanged
  }
}
declare module '../../core/rejection.ts' {
  interface Rejections {
    readonly not_rentable: { readonly code: 'not_rentable'; readonly itemId: ItemId }
    readonly not_rented: { readonly code: 'not_rented'; readonly itemId: ItemId }
    readonly not_in_shop: { readonly code: 'not_in_shop'; readonly itemId: ItemId }
  }
}

/** Moves items to their hall. */
export interface RentPut extends CommandBase<'rent_put'> {
  readonly itemId: ItemId
  readonly count: number
}

/** Takes items back; the last one also pays the salary. */
export interface RentTakeBack extends CommandBase<'rent_take_back'> {
  readonly itemId: ItemId
  readonly count: number
}

/** Pays the whole coins owed for items; fractions stay owed. */
export interface RentTakeSalary extends CommandBase<'rent_take_salary'> {
  readonly itemIds: readonly ItemId[]
}

/** Buys in the shop that a rented item opens. */
export interface RentBuy extends CommandBase<'rent_buy'> {
  /** The rented item. */
  readonly rentId: ItemId
  readonly itemId: ItemId
  readonly count: number
}

/** Settles a pool under its terms, then applies the pack's. */
export interface AdoptRentTerms extends CommandBase<'adopt_rent_terms'> {
  readonly itemId: ItemId
}

/** The full pool after a change. */
export interface RentPoolChanged {
  readonly type: 'rent_pool_changed'
  readonly pool: RentPool
}

export interface RentalChanged {
  readonly type: 'rental_changed'
  readonly userId: UserId
  readonly itemId: ItemId
  readonly rental: Rental
}

export function needsOfRental(world: World, { userId, itemId }: RentPut | RentTakeBack): CommandNeeds {
  return { users: [userId], entities: poolsOf(world, userId, [itemId]) }
}

export function needsOfTerms(_world: World, { userId, itemId }: AdoptRentTerms): CommandNeeds {
  return { users: [userId], entities: [{ kind: 'rent_pool', id: itemId }] }
}

export function needsOfSalary(world: World, { userId, itemIds }: RentTakeSalary): CommandNeeds {
  return { users: [userId], entities: poolsOf(world, userId, itemIds) }
}

/**
 * The pools of rentable or rented items. Others are ignored, so that players cannot make the world load arbitrary ids.
 */
function poolsOf(world: World, userId: UserId, itemIds: readonly ItemId[]): EntityRef[] {
  const rentals = world.hasAccount(userId) ? world.account(userId).rentals : undefined
  return itemIds
    .filter((itemId) => world.catalogue.rent.has(itemId) || rentals?.has(itemId) === true)
    .map((id) => ({ kind: 'rent_pool', id }))
}
