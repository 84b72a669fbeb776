import { DAY_MS } from '@clutch/contract/formats'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../store/database.ts'

const SWEEP_EVERY_MS = 3_600_000
/** Rows that one statement deletes: others use the store between two. */
const PORTION = 5_000

/** Forgets messages that are older than the setting. */
export async function forgetOld(db: Kysely<Database>, keepDays: number, nowMs: number): Promise<void> {
  const beforeMs = nowMs - keepDays * DAY_MS
  let deleted: bigint
  do {
    const { numAffectedRows = 0n } = await sql`delete from chat_message where ctid in (
      select ctid from chat_message where sent_at_ms < ${beforeMs} limit ${PORTION})`.execute(db)
    deleted = numAffectedRows
  } while (deleted === BigInt(PORTION))
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
