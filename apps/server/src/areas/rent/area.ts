import { COIN_IN_PARTS } from '@clutch/economy'
import { sql } from 'kysely'
import type { ServerArea } from '../../area.ts'
import { IS_ARCHIVED } from '../../integrity/integrity-check.ts'
import { nameOf } from '../../rejections.ts'
import { rentalAccounts, rentPools } from './load.ts'
import { collectRentRows } from './rows.ts'
import { draftRentUpdates, rentFrames } from './updates.ts'
import './tables.ts'

declare module '../../writer/outcome.ts' {
  interface Responses {
    rent_put: { done: true }
    rent_take_back: { done: true }
    rent_take_salary: { done: true }
    rent_buy: { done: true }
    adopt_rent_terms: { done: true }
  }
}

/** Calls return the state of all pools, which is read once the command is durable. */
const done = (): { done: true } => ({ done: true })

/** Rented items, the pools that pay for them and their shops (rules §7). */
export const rentArea = {
  name: 'rent',
  accounts: rentalAccounts,
  entities: { rent_pool: rentPools },
  rows: collectRentRows,
  responses: {
    rent_put: done,
    rent_take_back: done,
    rent_take_salary: done,
    rent_buy: done,
    adopt_rent_terms: done,
  },
  rejections: {
    not_rentable: ({ code, itemId }, pack) => ({ code, params: { name: nameOf(pack, itemId), item_id: itemId } }),
    not_rented: ({ code, itemId }, pack) => ({ code, params: { name: nameOf(pack, itemId), item_id: itemId } }),
    not_in_shop: ({ code, itemId }, pack) => ({ code, params: { name: nameOf(pack, itemId), item_id: itemId } }),
  },
  updates: draftRentUpdates,
  frames: rentFrames,
  sumArchived: ({ name, operations }) => sql`insert into archived_salaries
    select ${name}, coalesce(sum(coin_change), 0) from ${operations} where kind = 36
    on conflict (name) do update set coins = excluded.coins`,
  holds: { rental: sql`select user_id, item_id as asset, units as amount from rental where units > 0` },
  checks: [
    {
      rule: 'rent',
      query: sql`with share as (
          select pool.item_id, coalesce(sum(rental.units), 0) as units,
            coalesce(sum(rental.owed + rental.units * (pool.acc - rental.snap)), 0) as owed
          from rent_pool as pool left join rental on rental.item_id = pool.item_id group by pool.item_id
        )
        select format('pool %s of %s units earned %s; players have %s units, paid, owed and rest are %s', pool.item_id,
          pool.units, pool.accrued, share.units, pool.paid * ${sql.lit(String(COIN_IN_PARTS))}::numeric + share.owed + pool.rem) as detail
        from rent_pool as pool join share on share.item_id = pool.item_id
        where pool.units <> share.units
          or pool.accrued <> pool.paid * ${sql.lit(String(COIN_IN_PARTS))}::numeric + share.owed + pool.rem`,
    },
    {
      rule: 'rent_without_pool',
      query: sql`select format('%s rents item %s, which has no pool', user_id, item_id) as detail from rental
        where not exists (select from rent_pool where rent_pool.item_id = rental.item_id)`,
    },
    {
      // Kind 36 is a salary.
      rule: 'salary',
      query: sql`select format('pools paid %s coins, players were paid %s', paid, received) as detail
        from (select coalesce(sum(paid), 0) as paid from rent_pool) as pools,
          (select (select coalesce(sum(coin_change), 0) from operation where kind = 36)
            + (select coalesce(sum(coins), 0) from archived_salaries where ${IS_ARCHIVED}) as received) as salaries
        where paid <> received`,
    },
  ],
} satisfies ServerArea
