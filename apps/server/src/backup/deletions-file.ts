import { existsSync } from 'node:fs'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import { erasePersonalData } from '../areas/account/erase-personal-data.ts'
import { insertDeletionTask } from '../areas/account/deletion-requests.ts'
import type { Database } from '../store/database.ts'
import { FILE_MODE, FOLDER_MODE } from '../store/folder-access.ts'

/** One line of the file. It has no personal data, so that the file itself needs no erasing. */
const entry = z.object({
  user_id: z.guid(),
  /** The player kept an account whose deletion had been requested. */
  is_kept: z.boolean(),
})
export type DeletionEntry = z.infer<typeof entry>

/** The file next to the backups that lists deleted players, because a backup may be older than their deletion. */
export function deletionsFile(backupDir: string): string {
  return join(backupDir, 'deletions.jsonl')
}

/** Appends a line and waits until it is on the disk. */
export async function noteDeletion(backupDir: string, line: DeletionEntry): Promise<void> {
  await mkdir(backupDir, { recursive: true, mode: FOLDER_MODE })
  const file = await open(deletionsFile(backupDir), 'a', FILE_MODE)
  try {
    await file.appendFile(`${JSON.stringify(line)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Repeats the deletions of a file in a restored database: erases personal data now, and lets the next start of the
 * server burn what the players own. The last line of a player counts. A database in which they are deleted, or which
 * never knew them, stays as it is.
 * @returns how many players were erased
 * @throws when the file is damaged other than by a last line cut off
 */
export async function replayDeletions(db: Kysely<Database>, file: string): Promise<number> {
  let erased = 0
  for (const [userId, isKept] of await readEntries(file)) {
    if (isKept) {
      await db.deleteFrom('account_deletion').where('user_id', '=', userId).where('started_at_ms', 'is', null).execute()
    } else if (await replay(db, userId)) {
      erased += 1
    }
  }
  return erased
}

async function readEntries(file: string): Promise<ReadonlyMap<string, boolean>> {
  if (!existsSync(file)) return new Map()
  const text = await readFile(file, 'utf8')
  const complete = text.slice(0, text.lastIndexOf('\n') + 1)
  const lines = complete.split('\n').filter((line) => line !== '')
  return new Map(lines.map((line) => entry.parse(JSON.parse(line))).map(({ user_id, is_kept }) => [user_id, is_kept]))
}

/** @returns whether the player had to be erased */
async function replay(db: Kysely<Database>, userId: string): Promise<boolean> {
  const player = await db.selectFrom('player').select('user_id').where('user_id', '=', userId).executeTakeFirst()
  if (player === undefined) return false
  const nowMs = Date.now()
  const isNew = await db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('account_deletion')
      .values({
        user_id: userId,
        requested_at_ms: nowMs,
        due_at_ms: nowMs,
        is_by_support: false,
        started_at_ms: nowMs,
        erased_at_ms: null,
        closed_at_ms: null,
      })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ started_at_ms: nowMs, due_at_ms: nowMs })
          .where('account_deletion.erased_at_ms', 'is', null),
      )
      .returning('user_id')
      .executeTakeFirst()
    if (row !== undefined) await insertDeletionTask(trx, userId, nowMs)
    return row !== undefined
  })
  if (isNew) await erasePersonalData(db, userId)
  return isNew
}
