import { sql, type Kysely } from 'kysely'

/** What browser a sign-in came from, as its owner knows it; empty for those of before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column device text not null default ''`.execute(db)
}
