import { DAY_MS } from '@clutch/contract/formats'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../store/database.ts'
import { RepeatedWork } from '../../repeated-work.ts'

const SWEEP_EVERY_MS = 3_600_000
/** Rows deleted per statement, so that other queries can run in between. */
const PORTION = 5_000

/** Deletes messages older than the retention setting. */
export async function deleteOld(db: Kysely<Database>, keepDays: number, nowMs: number): Promise<void> {
  const beforeMs = nowMs - keepDays * DAY_MS
  let deleted: bigint
  do {
    const { numAffectedRows = 0n } = await sql`delete from chat_message where ctid in (
      select ctid from chat_message where sent_at_ms < ${beforeMs} limit ${PORTION})`.execute(db)
    deleted = numAffectedRows
  } while (deleted === BigInt(PORTION))
}

/** Deletes old messages every hour. */
export function deleteOldRegularly(
  db: Kysely<Database>,
  keepDays: number,
  nowMs: () => number,
  log: Logger,
): RepeatedWork {
  const sweeping = new RepeatedWork({
    everyMs: SWEEP_EVERY_MS,
    run: () => deleteOld(db, keepDays, nowMs()),
    onFailure: (error) => log.error({ err: error }, 'deleting old messages failed'),
  })
  sweeping.start()
  return sweeping
}
