import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

declare module '../store/database.ts' {
  interface Database {
    history_archive: HistoryArchiveTable
  }
}

/** A month that is in a file instead of the database. */
interface HistoryArchiveTable {
  name: string
  from_ms: number
  until_ms: number
  operations: number
  /** Events at this position and before are incomplete. */
  last_position: number
  archived_at_ms: number
}

/** Until when a player's operations are archived, in Unix milliseconds; 0 if none are. */
export async function readArchivedUntilMs(db: Kysely<Database>, userId: string): Promise<number> {
  const { rows } = await sql<{ until: number | null }>`select max(until_ms) as until from history_archive
    where exists (select from archived_change as sum where sum.user_id = ${userId} and sum.name = history_archive.name)`.execute(
    db,
  )
  return rows[0]?.until ?? 0
}
