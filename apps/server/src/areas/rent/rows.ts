import type { RentalChanged, RentPool } from '@clutch/economy'
import { overRows, type MaybeStatement } from '../../store/statement.ts'
import type { AreaRows } from '../../writer/area.ts'

/** Rows of rent that a batch writes: the last state of each pool and rental. */
export function collectRentRows(): AreaRows {
  const pools = new Map<number, RentPool>()
  const rentals = new Map<string, RentalChanged>()
  return {
    on: {
      rent_pool_changed: ({ pool }) => void pools.set(pool.itemId, pool),
      rental_changed: (event) => void rentals.set(`${event.userId}/${event.itemId}`, event),
    },
    statements: () => [upsertPools([...pools.values()]), upsertRentals([...rentals.values()])],
  }
}

function upsertPools(pools: readonly RentPool[]): MaybeStatement {
  return overRows(
    'upsert-rent-pools',
    pools,
    [
      ({ itemId }) => itemId,
      ({ terms }) => terms.poolPerDay,
      ({ terms }) => terms.salaryMax,
      ({ units }) => units,
      ({ lastSec }) => lastSec,
      ({ acc }) => String(acc),
      ({ rem }) => String(rem),
      ({ accrued }) => String(accrued),
      ({ paid }) => String(paid),
    ],
    `insert into rent_pool (item_id, pool_per_day, salary_max, units, last_sec, acc, rem, accrued, paid)
    select * from unnest($1::integer[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::numeric[],
      $7::numeric[], $8::numeric[], $9::numeric[])
    on conflict (item_id) do update set pool_per_day = excluded.pool_per_day, salary_max = excluded.salary_max,
      units = excluded.units, last_sec = excluded.last_sec, acc = excluded.acc, rem = excluded.rem,
      accrued = excluded.accrued, paid = excluded.paid`,
  )
}

function upsertRentals(changes: readonly RentalChanged[]): MaybeStatement {
  return overRows(
    'upsert-rentals',
    changes,
    [
      ({ userId }) => userId,
      ({ itemId }) => itemId,
      ({ rental }) => rental.units,
      ({ rental }) => String(rental.snap),
      ({ rental }) => String(rental.owed),
    ],
    `insert into rental (user_id, item_id, units, snap, owed)
    select * from unnest($1::uuid[], $2::integer[], $3::bigint[], $4::numeric[], $5::numeric[])
    on conflict (user_id, item_id) do update set units = excluded.units, snap = excluded.snap, owed = excluded.owed`,
  )
}
