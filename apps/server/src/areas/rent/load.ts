import { asCoins, asItemId, asUserId, newPool, termsOf, type ItemId, type Rental, type RentPool } from '@clutch/economy'
import type { AccountLoader, EntityLoader } from '../../writer/area.ts'
import type { RentalTable, RentPoolTable } from './tables.ts'

/** Loads players' rentals. */
export const rentalAccounts: AccountLoader = {
  statements: (userIds) => [
    {
      name: 'select-rentals',
      text: 'select user_id, item_id, units, snap, owed from rental where user_id = any($1::uuid[])',
      values: [userIds],
    },
  ],
  add(world, [rentals = []]) {
    for (const row of rentals as readonly unknown[] as readonly RentalTable[]) {
      world.account(asUserId(row.user_id)).rentals.set(asItemId(row.item_id), toRental(row))
    }
  },
}

/** Loads pools; a pool without a row is new and empty. */
export const rentPools: EntityLoader<ItemId> = {
  statements: (itemIds) => [
    {
      name: 'select-rent-pools',
      text: `select item_id, pool_per_day, salary_max, units, last_sec, acc, rem, accrued, paid
        from rent_pool where item_id = any($1::integer[])`,
      values: [itemIds],
    },
  ],
  add(world, itemIds, [rows = []]) {
    for (const itemId of itemIds) world.rentPools.set(itemId, newPool(itemId, termsOf(world, itemId)))
    for (const row of rows as readonly unknown[] as readonly RentPoolTable[]) {
      world.rentPools.set(asItemId(row.item_id), toPool(row))
    }
  },
}

/** Parses a row of `rental`. */
export function toRental({ units, snap, owed }: Pick<RentalTable, 'units' | 'snap' | 'owed'>): Rental {
  return { units, snap: BigInt(snap), owed: BigInt(owed) }
}

/** Parses a row of `rent_pool`. */
export function toPool(row: RentPoolTable): RentPool {
  return {
    itemId: asItemId(row.item_id),
    terms: { poolPerDay: asCoins(row.pool_per_day), salaryMax: asCoins(row.salary_max) },
    units: row.units,
    lastSec: row.last_sec,
    acc: BigInt(row.acc),
    rem: BigInt(row.rem),
    accrued: BigInt(row.accrued),
    paid: BigInt(row.paid),
  }
}
