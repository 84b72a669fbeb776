import { sql, type Kysely } from 'kysely'

/** Ways into the ledger that do not begin with a player: by time, and by what caused an operation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index operation_by_id on operation (operation_id)`.execute(db)
  await sql`create index operation_by_cause on operation (cause_id, operation_id) where cause_id is not null`.execute(
    db,
  )
}
