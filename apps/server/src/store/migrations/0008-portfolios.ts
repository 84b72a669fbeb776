import { sql, type Kysely } from 'kysely'

/** What each player was worth at the end of each day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table portfolio_day (
    user_id uuid not null,
    day_sec bigint not null,
    coins bigint not null,
    items_value bigint not null,
    cost_basis bigint not null,
    unrealised_profit bigint not null,
    realised_profit bigint not null,
    other_proceeds bigint not null,
    primary key (user_id, day_sec)
  ) with (fillfactor = 80)`.execute(db)
}
