import type { ParsedBody } from '@clutch/contract'
import { CRAFT_HISTORY_PAGE_SIZE } from '@clutch/contract/constants'
import type { Job, QueueName } from '@clutch/economy'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { QUEUE_CODES } from './codes.ts'
import { toJob } from './load.ts'
import type { JobHistoryTable } from './tables.ts'

/** A player's unfinished jobs of a queue, in their order. */
export async function readQueue(context: Context, userId: string, queue: QueueName): Promise<Job[]> {
  const rows = await context.store.db
    .selectFrom('job')
    .selectAll()
    .where('user_id', '=', userId)
    .where('queue', '=', QUEUE_CODES[queue])
    .orderBy('start_at_ms')
    .execute()
  return rows.map(toJob)
}

/**
 * A page of finished jobs, newest first. A cursor is the last entry of the previous page, given by id with or without
 * its end time, or an end time alone, which includes every job of that second. When paging backward, the page precedes
 * the cursor.
 */
export async function readJobHistory(
  context: Context,
  userId: string,
  queue: QueueName,
  cursor: ParsedBody<'POST /craft/get-history'>,
): Promise<JobHistoryTable[]> {
  const endSec = cursor.last_process_date ?? undefined
  const id = cursor.last_id || undefined
  const walksBack = cursor.is_prev && (endSec !== undefined || id !== undefined)
  const direction = walksBack ? 'asc' : 'desc'
  let page = context.store.db
    .selectFrom('job_history')
    .selectAll()
    .where('user_id', '=', userId)
    .where('queue', '=', QUEUE_CODES[queue])
    .orderBy('end_at_sec', direction)
    .orderBy('job_id', direction)
    .limit(CRAFT_HISTORY_PAGE_SIZE)
  if (id !== undefined) {
    const place = sql`(end_at_sec, job_id)`
    const last =
      endSec === undefined
        ? sql`(select end_at_sec, job_id from job_history
            where user_id = ${userId} and queue = ${QUEUE_CODES[queue]} and job_id = ${id})`
        : sql`(${endSec}::bigint, ${id}::uuid)`
    page = page.where(walksBack ? sql<boolean>`${place} > ${last}` : sql<boolean>`${place} < ${last}`)
  } else if (endSec !== undefined) {
    page = page.where('end_at_sec', walksBack ? '>' : '<=', endSec)
  }
  const rows = await page.execute()
  return walksBack ? rows.toReversed() : rows
}
