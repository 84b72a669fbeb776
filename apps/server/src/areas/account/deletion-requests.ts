import { DELETION_DELAY_DAYS, type AccountDeletion } from '@clutch/contract'
import { DAY_MS, toSeconds } from '@clutch/contract/formats'
import { sql, type Kysely, type Transaction } from 'kysely'
import { v7 } from 'uuid'
import type { Database } from '../../store/database.ts'

/** The task that deletes an account once it is due. */
export const DELETION_TASK = 'delete_account'

/** A requested deletion that can still be cancelled; undefined without one, and once it has started. */
export async function findDeletion(db: Kysely<Database>, userId: string): Promise<AccountDeletion | undefined> {
  const row = await db
    .selectFrom('account_deletion')
    .select(['requested_at_ms', 'due_at_ms', 'is_by_support'])
    .where('user_id', '=', userId)
    .where('started_at_ms', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      requested_at: toSeconds(row.requested_at_ms),
      deletes_at: toSeconds(row.due_at_ms),
      by_support: row.is_by_support,
    }
  )
}

/** Whether an account is being deleted, so that nobody can sign in to it any more. */
export async function isBeingDeleted(db: Kysely<Database>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('account_deletion')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('started_at_ms', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Requests a deletion; a repeated request leaves the first as it is.
 * @returns undefined when the account is being deleted
 */
export async function requestDeletion(
  trx: Transaction<Database>,
  userId: string,
  isBySupport: boolean,
  nowMs: number,
): Promise<AccountDeletion | undefined> {
  const due_at_ms = nowMs + DELETION_DELAY_DAYS * DAY_MS
  const requested = await trx
    .insertInto('account_deletion')
    .values({
      user_id: userId,
      requested_at_ms: nowMs,
      due_at_ms,
      is_by_support: isBySupport,
      started_at_ms: null,
      erased_at_ms: null,
      closed_at_ms: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (requested !== undefined) await insertDeletionTask(trx, userId, due_at_ms)
  return findDeletion(trx, userId)
}

/** Cancels a deletion that has not started. @returns whether there was one */
export async function cancelDeletion(db: Kysely<Database>, userId: string): Promise<boolean> {
  const cancelled = await db
    .deleteFrom('account_deletion')
    .where('user_id', '=', userId)
    .where('started_at_ms', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return cancelled !== undefined
}

/** Schedules the task. One that finds no due deletion does nothing, so a cancelled deletion needs no clean-up. */
export async function insertDeletionTask(db: Kysely<Database>, userId: string, dueAtMs: number): Promise<void> {
  const json = JSON.stringify({ user_id: userId })
  await sql`insert into task (task_id, kind, payload, due_at_ms)
    values (${v7()}::uuid, ${DELETION_TASK}, ${json}::json, ${dueAtMs}::bigint)`.execute(db)
}
