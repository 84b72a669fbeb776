import { COMPENSATION_PAGE_SIZE, type CallResponse, type CompensationRun } from '@clutch/contract'
import type { Kysely } from 'kysely'
import type { Operator } from '../../audit/audit-entry.ts'
import type { Database } from '../../store/database.ts'
import { timeOfIdMs } from '../../writer/writer-clock.ts'
import { LAST_UUID, toSeconds } from '../answers.ts'
import { codeOfGrantState, type CompensationRunTable } from './tables.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** A page of runs, newest first. */
export async function readRuns(db: Kysely<Database>, lastId = LAST_UUID): Promise<CompensationRun[]> {
  const rows = await db
    .selectFrom('compensation_run')
    .selectAll()
    .where('run_id', '<', lastId)
    .orderBy('run_id', 'desc')
    .limit(COMPENSATION_PAGE_SIZE)
    .execute()
  return rows.map(toRun)
}

/** The runs that have not ended, newest first. */
export async function readOpenRuns(db: Kysely<Database>): Promise<CompensationRun[]> {
  const rows = await db
    .selectFrom('compensation_run')
    .selectAll()
    .where('ended_at_ms', 'is', null)
    .orderBy('run_id', 'desc')
    .limit(COMPENSATION_PAGE_SIZE)
    .execute()
  return rows.map(toRun)
}

/** A page of those whom a run could not give to. */
export async function readRefusals(
  db: Kysely<Database>,
  runId: string,
  lastId = FIRST_ID,
): Promise<CallResponse<'POST /admin/compensation/refusals'>['response']> {
  return db
    .selectFrom('compensation_grant as part')
    .innerJoin('player', 'player.user_id', 'part.user_id')
    .select(['part.user_id as user_uuid', 'steam_id', 'name', ({ fn }) => fn.coalesce('code', 'name').as('code')])
    .where('run_id', '=', runId)
    .where('state', '=', codeOfGrantState('refused'))
    .where('part.user_id', '>', lastId)
    .orderBy('part.user_id')
    .limit(COMPENSATION_PAGE_SIZE)
    .execute()
}

/** A row in the contract's words. */
export function toRun(row: CompensationRunTable): CompensationRun {
  return {
    id: row.run_id,
    started_at: toSeconds(timeOfIdMs(row.run_id)),
    ended_at: row.ended_at_ms === null ? null : toSeconds(row.ended_at_ms),
    stopped_at: row.stopped_at_ms === null ? null : toSeconds(row.stopped_at_ms),
    operator_name: (row.operator as Operator).name,
    reason: row.reason,
    coins: row.coins,
    items: row.items as CompensationRun['items'],
    players: row.players,
    granted: row.granted,
    refused: row.refused,
  }
}
