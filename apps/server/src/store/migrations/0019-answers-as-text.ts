import { sql, type Kysely } from 'kysely'

/** A first answer of the chat comes again to the byte: `jsonb` gives its members back in another order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chat_outcome alter column outcome type json using outcome::json`.execute(db)
}
