import { sql, type Kysely } from 'kysely'

/** The address at which the world is at home, so that a copy of its database can be recognized (spec 6 §4). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table world_address (
    id smallint not null,
    url text not null,
    recorded_at_ms bigint not null,
    check (id = 1),
    primary key (id)
  )`.execute(db)
}
