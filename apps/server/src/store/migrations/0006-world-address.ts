import { sql, type Kysely } from 'kysely'

export const description = 'Records the address of the world, to recognize copies of its database'
export const isOnline = true

/** The address at which the world is at home, so that a copy of its database can be recognized. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table world_address (
    id smallint not null,
    url text not null,
    recorded_at_ms bigint not null,
    check (id = 1),
    primary key (id)
  )`.execute(db)
}
