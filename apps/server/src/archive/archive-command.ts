import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import { AREAS } from '../server-areas.ts'
import type { Database } from '../store/database.ts'
import { archiveMonths, restoreMonth, type ArchiveStep } from './archive-months.ts'

const USAGE = `Usage: npm run archive -- --before 2026-01 [--folder FOLDER]
       npm run archive -- --restore 2025-12 [--folder FOLDER]`

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/

/**
 * Archives the months before one, or restores one. Files are in `archive` in the data folder unless a folder is given.
 * @returns what was done
 * @throws with the reason when it is refused or fails
 */
export async function runArchiveCommand(
  db: Kysely<Database>,
  dataDir: string,
  args: readonly string[],
  nowMs = Date.now(),
): Promise<string> {
  const { values } = parseArgs({
    args: [...args],
    options: { before: { type: 'string' }, restore: { type: 'string' }, folder: { type: 'string' } },
  })
  const { before, restore } = values
  const month = before ?? restore
  if (month === undefined || !MONTH.test(month) || (before !== undefined && restore !== undefined))
    throw new Error(USAGE)
  const folder = values.folder ?? join(dataDir, 'archive')
  const done: string[] = []
  const onStep = (name: string, step: ArchiveStep): void => {
    if (step === 'done') done.push(name.replace('_', '-'))
  }
  const options = { db, areas: AREAS, folder, onStep }
  if (before !== undefined) await archiveMonths(options, Date.parse(before), nowMs)
  else await restoreMonth(options, month.replace('-', '_'))
  const what = before === undefined ? 'Restored' : 'Archived'
  return done.length === 0 ? 'There is no month to archive.' : `${what} ${done.join(', ')}, ${folder}`
}
