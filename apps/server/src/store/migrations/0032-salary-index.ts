import { sql, type Kysely } from 'kysely'

/** All salaries that were paid, which the audit adds up: among all operations there are few. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index operation_of_salary on operation (user_id) include (coin_change) where kind = 36`.execute(db)
}
