import type { NewsDay } from '@clutch/content'
import { DAY_MS } from '@clutch/contract/formats'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'

const ISO_DATE_LENGTH = 10

/** When this world was created, in Unix milliseconds. */
export async function readFirstStartMs(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ first: string }>`select min("timestamp") as first from kysely_migration`.execute(db)
  return Date.parse(rows[0]?.first ?? new Date().toISOString())
}

/** Resolves a day of the pack to an ISO date, UTC. */
export function toIsoDate(day: NewsDay, firstStartMs: number): string {
  if (typeof day === 'string') return day
  return new Date(firstStartMs + day.daysFromStart * DAY_MS).toISOString().slice(0, ISO_DATE_LENGTH)
}
