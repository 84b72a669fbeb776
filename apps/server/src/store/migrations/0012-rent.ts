import { sql, type Kysely } from 'kysely'

/** Pools of rented items and what each player has in them. Counters are parts of a coin, exact at any size. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table rent_pool (
    item_id integer primary key,
    pool_per_day bigint not null,
    salary_max bigint not null,
    units bigint not null check (units >= 0),
    last_sec bigint not null,
    acc numeric not null,
    rem numeric not null check (rem >= 0),
    accrued numeric not null,
    paid numeric not null
  ) with (fillfactor = 70)`,
  `create table rental (
    user_id uuid not null,
    item_id integer not null,
    units bigint not null check (units >= 0),
    snap numeric not null,
    owed numeric not null check (owed >= 0),
    primary key (user_id, item_id)
  ) with (fillfactor = 70)`,
]
