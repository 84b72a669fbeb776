import { EXPORT_LIFE_DAYS, type DataExport } from '@clutch/contract'
import { DAY_MS, toSeconds } from '@clutch/contract/formats'
import { sql, type Kysely } from 'kysely'
import { Readable } from 'node:stream'
import { v7 } from 'uuid'
import type { Database } from '../../store/database.ts'

/** The latest export of a player; undefined without one, and once it has expired. */
export async function findExport(db: Kysely<Database>, userId: string, nowMs: number): Promise<DataExport | undefined> {
  const row = await db
    .selectFrom('data_export')
    .selectAll()
    .where('user_id', '=', userId)
    .where((by) => by.or([by('expires_at_ms', 'is', null), by('expires_at_ms', '>', nowMs)]))
    .executeTakeFirst()
  return (
    row && {
      id: row.export_id,
      requested_at: toSeconds(row.requested_at_ms),
      by_support: row.is_by_support,
      state: row.state,
      progress: row.progress,
      bytes: row.bytes,
      expires_at: row.expires_at_ms === null ? null : toSeconds(row.expires_at_ms),
    }
  )
}

/** Requests an export in place of an earlier one, unless that one is still being made. */
export async function requestExport(
  db: Kysely<Database>,
  userId: string,
  isBySupport: boolean,
  nowMs: number,
): Promise<DataExport> {
  await deleteExports(db, sql`user_id = ${userId} and state in ('done', 'failed')`)
  await db
    .insertInto('data_export')
    .values({
      export_id: v7(),
      user_id: userId,
      requested_at_ms: nowMs,
      is_by_support: isBySupport,
      state: 'waiting',
      expires_at_ms: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const requested = await findExport(db, userId, nowMs)
  if (requested === undefined) throw new Error('The export was deleted while it was requested')
  return requested
}

/** Deletes files that can no longer be downloaded. */
export function deleteExpiredExports(db: Kysely<Database>, nowMs: number): Promise<void> {
  return deleteExports(db, sql`expires_at_ms <= ${nowMs}`)
}

/** When an export that is complete now expires. */
export function expiryOf(nowMs: number): number {
  return nowMs + EXPORT_LIFE_DAYS * DAY_MS
}

/** The file of a finished export, read in pieces. */
export function readExportFile(db: Kysely<Database>, exportId: string): Readable {
  return Readable.from(chunksOf(db, exportId))
}

async function* chunksOf(db: Kysely<Database>, exportId: string): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const row = await db
      .selectFrom('data_export_chunk')
      .select('bytes')
      .where('export_id', '=', exportId)
      .where('number', '=', number)
      .executeTakeFirst()
    if (row === undefined) return
    yield row.bytes
  }
}

async function deleteExports(db: Kysely<Database>, isOld: ReturnType<typeof sql>): Promise<void> {
  await sql`with old as (delete from data_export where ${isOld} returning export_id)
    delete from data_export_chunk where export_id in (select export_id from old)`.execute(db)
}
