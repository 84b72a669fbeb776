import { COMPENSATION_PLAYERS_MAX, type CallResponse, type ErrorCode, type ErrorParams } from '@clutch/contract'
import { fail, succeed } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import { v7 } from 'uuid'
import type { ApiResult } from '../../api-result.ts'
import type { AuditSubject } from '../../store/audit-log.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { Context } from '../../context.ts'
import type { OperatorInput } from '../../http/call-handlers.ts'
import type { Database } from '../../store/database.ts'
import { choosePlayers, type Chosen } from './choose-players.ts'
import { hashBody } from '../../writer/submission.ts'
import { toRun } from './queries.ts'
import { continueRun } from './run-task.ts'
import { codeOfGrantState } from './tables.ts'

const FIRST_TURN = 0

type Started = CallResponse<'POST /admin/compensation/start'>
type Rejection = { readonly code: ErrorCode; readonly params?: ErrorParams }

/**
 * Creates a run with its recipients and enqueues its task, in one transaction with its row of the audit log. A repeated
 * key returns the same run. Rejected if the recipients differ from those that the operator was shown.
 */
export async function startRun(
  { store: { db } }: Pick<Context, 'store'>,
  { operator, body }: OperatorInput<'POST /admin/compensation/start'>,
): Promise<ApiResult<Started>> {
  const { idempotency_key: key, reason, players, coins, items, expected_players: expected } = body
  const chosen = await choosePlayers(db, players)
  const requestHash = hashBody('compensation.start', body)
  const runId = v7()
  const audit: AuditSubject = { operator, action: 'compensation.start', target: '', reason, idempotencyKey: key }
  return db.transaction().execute(async (transaction): Promise<ApiResult<Started>> => {
    const reject = async (rejection: Rejection): Promise<ApiResult<Started>> => {
      await writeAuditRow(transaction, audit, { outcome: rejection.code })
      return fail(rejection)
    }
    // Concurrent calls with the same key wait here.
    const made = await transaction
      .insertInto('compensation_run')
      .values({
        run_id: runId,
        actor_id: operator.userId,
        key,
        request_hash: requestHash,
        operator: JSON.stringify(operator),
        reason,
        coins,
        items: JSON.stringify(items),
        players: expected,
        granted: 0,
        refused: 0,
        ended_at_ms: null,
        stopped_at_ms: null,
        turn: FIRST_TURN,
      })
      .onConflict((conflict) => conflict.columns(['actor_id', 'key']).doNothing())
      .executeTakeFirst()
    const run = await transaction
      .selectFrom('compensation_run')
      .selectAll()
      .where('actor_id', '=', operator.userId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    if (made.numInsertedOrUpdatedRows === 0n) {
      if (run.request_hash !== requestHash) return reject({ code: 'idempotency_conflict' })
      await writeAuditRow(transaction, { ...audit, target: run.run_id }, { outcome: 'repeated' })
      return succeed({ run: toRun(run) })
    }
    const rejection = await addPlayers(transaction, runId, chosen, expected)
    if (rejection !== undefined) {
      await transaction.deleteFrom('compensation_grant').where('run_id', '=', runId).execute()
      await transaction.deleteFrom('compensation_run').where('run_id', '=', runId).execute()
      return reject(rejection)
    }
    await continueRun(transaction, { runId, turn: FIRST_TURN })
    const after = { players: expected, coins, items, chosen: players.kind === 'filter' ? players : players.kind }
    await writeAuditRow(transaction, { ...audit, target: runId }, { outcome: 'done', after })
    return succeed({ run: toRun(run) })
  })
}

/** The number of recipients, or the reason for rejecting the run. */
export function rejectCount(count: number): Rejection | undefined {
  if (count === 0) return { code: 'nobody_chosen' }
  if (count <= COMPENSATION_PLAYERS_MAX) return undefined
  return { code: 'too_many_players', params: { count, max: COMPENSATION_PLAYERS_MAX } }
}

export async function countPlayers(db: Kysely<Database>, { where }: Chosen): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from player where ${where}`.execute(db)
  return rows[0]?.count ?? 0
}

async function addPlayers(
  db: Kysely<Database>,
  runId: string,
  chosen: Chosen,
  expected: number,
): Promise<Rejection | undefined> {
  const rejection = rejectCount(await countPlayers(db, chosen))
  if (rejection !== undefined) return rejection
  const added = await sql`insert into compensation_grant (run_id, user_id, state)
    select ${runId}::uuid, player.user_id, ${codeOfGrantState('waiting')} from player where ${chosen.where}`.execute(db)
  const count = Number(added.numAffectedRows ?? 0n)
  return count === expected ? undefined : { code: 'players_changed', params: { count } }
}
