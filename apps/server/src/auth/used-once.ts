import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** Longest time anything must be remembered: tickets, for a day (store platform's rule). */
const REMEMBERED_MS = 24 * 60 * 60 * 1_000

/** Remembers, as a hash, that a ticket or nonce was used. @returns false when it had been used before. */
export async function useOnce(
  db: Kysely<Database>,
  kind: 'ticket' | 'nonce' | 'frame_session',
  text: string,
  nowMs: number,
): Promise<boolean> {
  await db
    .deleteFrom('used_once')
    .where('used_at_ms', '<', nowMs - REMEMBERED_MS)
    .execute()
  const hash = createHash('sha256').update(text).digest('base64url')
  const inserted = await db
    .insertInto('used_once')
    .values({ kind, hash, used_at_ms: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return inserted !== undefined
}
