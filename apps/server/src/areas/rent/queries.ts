import type { Rent } from '@clutch/contract'
import {
  advancePool,
  asItemId,
  COIN_IN_PARTS,
  newPool,
  NO_RENTAL,
  owedOf,
  salaryPerUnit,
  termsOf,
} from '@clutch/economy'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { toPool, toRental } from './load.ts'
import type { RentalTable, RentPoolTable } from './tables.ts'

/** Precision of displayed fractions. */
const FRACTION_STEPS = 1_000_000n

type JoinedRow = RentPoolTable & { readonly rented: number | null } & Pick<RentalTable, 'snap' | 'owed'>

/**
 * The three lists of rent at a given time (rules §7). Pools and a player's rentals are read by one statement, so that
 * they are consistent; earnings after the last settlement are computed, not written.
 */
export async function readRent(context: Context, userId: string, nowMs: number): Promise<Rent> {
  const { rows } = await sql<JoinedRow>`
    select pool.*, rental.units as rented, rental.snap, rental.owed from rent_pool as pool
    left join rental on rental.item_id = pool.item_id and rental.user_id = ${userId}`.execute(context.store.db)
  const known = new Map(
    rows.map((row) => [
      row.item_id,
      {
        pool: advancePool(toPool(row), nowMs),
        rental: row.rented === null ? NO_RENTAL : toRental({ ...row, units: row.rented }),
      },
    ]),
  )
  const all_rents = Array.from(context.catalogue.rent.keys(), (itemId) => {
    const { units, terms } = known.get(itemId)?.pool ?? newPool(asItemId(itemId), termsOf(context, itemId))
    return { item_id: itemId, count: units, salary: salaryPerUnit(terms, units) }
  })
  const user_rents = Array.from(known, ([item_id, { pool, rental }]) => {
    const owed = owedOf(rental, pool)
    const fraction = ((owed % COIN_IN_PARTS) * FRACTION_STEPS) / COIN_IN_PARTS
    return {
      item_id,
      count: rental.units,
      salary: Number(owed / COIN_IN_PARTS),
      salary_fraction: Number(fraction) / Number(FRACTION_STEPS),
    }
  }).filter(({ count, salary }) => count > 0 || salary > 0)
  return { all_rents, user_rents, config: listRentConfig(context) }
}

function listRentConfig({ catalogue }: Context): Rent['config'] {
  return Array.from(catalogue.rent, ([itemId, { hall, poolPerDay, salaryMax, shop }]) => ({
    item_id: itemId,
    hall,
    pool_per_day: poolPerDay,
    salary_max: salaryMax,
    shop_items: shop.map(({ itemId: sold, price }) => ({ item_id: sold, price })),
  }))
}
