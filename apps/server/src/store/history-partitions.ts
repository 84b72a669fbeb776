import { sql, type Kysely } from 'kysely'
import type { Database } from './database.ts'
import type { Statement } from './statement.ts'

declare module './database.ts' {
  interface Database {
    history_partition: HistoryPartitionTable
  }
}

/** Months of operations, in `operation_<name>` and `operation_item_<name>`, and days in `command_outcome_<name>`. */
interface HistoryPartitionTable {
  kind: 'month' | 'day'
  name: string
  /** Unix milliseconds; 0 for the partition of all earlier rows. */
  from_ms: number
  until_ms: number
}

/** A month of operations and their further items; all earlier ones for the first. */
export interface HistoryMonth {
  readonly name: string
  /** Unix milliseconds; 0 for the first. */
  readonly fromMs: number
  readonly untilMs: number
}

/**
 * Makes the partitions for rows until two months after a time, and two days for outcomes. Must run in the writer's
 * transactions: others could make the same partition at the same time.
 */
export function makePartitions(nowMs: number): Statement {
  return { name: 'make-partitions', text: 'select make_partitions($1::bigint)', values: [nowMs] }
}

/** Lets the months of an empty world begin earlier, before its past is written. */
export function beginMonthsAt(firstMs: number): Statement {
  return { name: 'begin-months', text: 'select begin_months_at($1::bigint)', values: [firstMs] }
}

/** All months, oldest first. */
export async function readMonths(db: Kysely<Database>): Promise<HistoryMonth[]> {
  const rows = await db
    .selectFrom('history_partition')
    .select(['name', 'from_ms', 'until_ms'])
    .where('kind', '=', 'month')
    .orderBy('from_ms')
    .execute()
  return rows.map(({ name, from_ms, until_ms }) => ({ name, fromMs: from_ms, untilMs: until_ms }))
}

/** Gives an empty world the months of another. */
export async function copyMonths(from: Kysely<Database>, to: Kysely<Database>): Promise<void> {
  const months = await readMonths(from)
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return
  await sql`select begin_months_at(${first.untilMs}::bigint), make_partitions(${last.fromMs}::bigint)`.execute(to)
}

/** When a month began in UTC, `months` after the month of a time, in Unix milliseconds. */
export function startOfMonthMs(atMs: number, months = 0): number {
  const at = new Date(atMs)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months)
}
