import { sql, type Kysely } from 'kysely'
import type { TableWork } from '../migration.ts'

export const description = 'Indexes trades by item, for the recent trades of an item'
export const isOnline = false
export const tables: readonly TableWork[] = [{ table: 'operation', work: 'indexed', times: 2 }]

/** Recent trades of an item are read from the takers' entries (4 sold at once, 5 bought at once), newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Of all items, for readers that follow a cursor.
  await sql`create index operation_by_take on operation (operation_id) where entry_type in (4, 5)`.execute(db)
  await sql`create index operation_by_taken_item on operation (item_id, operation_id) where entry_type in (4, 5)`.execute(
    db,
  )
}
