import { DAY_MS } from '@clutch/contract/formats'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../store/database.ts'

const SWEEP_EVERY_MS = 3_600_000
/** Rows that one statement deletes: others use the store between two. */
const PORTION = 5_000
/** Outcomes of keys are kept this long: nobody repeats a message after a day. */
const OUTCOMES_KEPT_MS = DAY_MS

/** Forgets messages that are older than the setting, and outcomes of old keys. */
export async function forgetOld(db: Kysely<Database>, keepDays: number, nowMs: number): Promise<void> {
  const isMore = async (table: 'chat_message' | 'chat_outcome', column: string, beforeMs: number): Promise<boolean> => {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ctid in (
      select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${beforeMs} limit ${PORTION})`.execute(db)
    return numAffectedRows === BigInt(PORTION)
  }
  while (await isMore('chat_message', 'sent_at_ms', nowMs - keepDays * DAY_MS));
  while (await isMore('chat_outcome', 'at_ms', nowMs - OUTCOMES_KEPT_MS));
}

/** Forgets old messages once an hour. @returns how to stop. */
export function forgetOldRegularly(
  db: Kysely<Database>,
  keepDays: number,
  nowMs: () => number,
  log: Logger,
): () => void {
  const sweep = (): void => {
    forgetOld(db, keepDays, nowMs()).catch((error: unknown) => log.error({ err: error }, 'old messages stay'))
  }
  const timer = setInterval(sweep, SWEEP_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
