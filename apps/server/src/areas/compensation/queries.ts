import { COMPENSATION_PAGE_SIZE, type CallResponse, type CompensationRun } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import type { Kysely } from 'kysely'
import { MAX as MAX_UUID, NIL as NIL_UUID } from 'uuid'
import type { Operator } from '../../store/audit-log.ts'
import type { Database } from '../../store/database.ts'
import { timeOfIdMs } from '../../writer/writer-clock.ts'
import { codeOfGrantState, type CompensationRunTable } from './tables.ts'

/** A page of runs, newest first. */
export async function readRuns(db: Kysely<Database>, lastId: string = MAX_UUID): Promise<CompensationRun[]> {
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

/** A page of the players to whom a run could not grant. */
export async function readRefusals(
  db: Kysely<Database>,
  runId: string,
  lastId: string = NIL_UUID,
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

/** Converts a row to the contract's form. */
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
