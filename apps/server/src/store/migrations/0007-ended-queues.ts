import { sql, type Kysely } from 'kysely'

/** Notifications of queues that ended: they have a recipe, and neither an item nor a side. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notification
    alter column item_id drop not null,
    alter column side drop not null,
    add column recipe_id integer`.execute(db)
}
