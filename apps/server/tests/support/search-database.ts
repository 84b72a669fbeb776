import { sql, type Kysely } from 'kysely'
import type { Database } from '../../src/store/database.ts'

/** Where texts occur in any column of any table: `table: row`, to show in a failure. */
export async function searchDatabase(db: Kysely<Database>, texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const isMatch = sql.join(
      texts.map((text) => sql`position(${text} in each::text) > 0`),
      sql` or `,
    )
    const { rows } = await sql<{ row: string }>`select each::text as row from ${sql.table(name)} as each
      where ${isMatch}`.execute(db)
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}
