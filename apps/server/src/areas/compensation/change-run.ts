import type { CallResponse, ErrorCode } from '@clutch/contract'
import { fail, succeed } from '@clutch/economy'
import type { Kysely } from 'kysely'
import type { ApiResult } from '../../api-result.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { Context } from '../../context.ts'
import type { OperatorInput } from '../../http/call-handlers.ts'
import type { Database } from '../../store/database.ts'
import { hashBody } from '../../writer/submission.ts'
import { toRun } from './queries.ts'
import { continueRun } from './run-task.ts'
import type { CompensationRunTable } from './tables.ts'

type Verb = 'stop' | 'resume'
type Changed = CallResponse<'POST /admin/compensation/stop'>
type Rejection = Extract<ErrorCode, 'run_not_found' | 'run_ended' | 'run_stopped' | 'run_going_on'>

/**
 * Stops or resumes a run, in one transaction with its row of the audit log. A repeated key changes nothing and returns the
 * current run. Concurrent changes of a run wait for each other.
 */
export async function changeRun(
  { store: { db } }: Pick<Context, 'store'>,
  verb: Verb,
  { operator, body }: OperatorInput<'POST /admin/compensation/stop' | 'POST /admin/compensation/resume'>,
): Promise<ApiResult<Changed>> {
  const { run_id: runId, idempotency_key: key, reason } = body
  const action = `compensation.${verb}` as const
  const requestHash = hashBody(action, body)
  const subject = { operator, action, target: runId, reason, idempotencyKey: key } as const
  return db.transaction().execute(async (transaction): Promise<ApiResult<Changed>> => {
    const reject = async (code: Rejection | 'idempotency_conflict'): Promise<ApiResult<Changed>> => {
      await writeAuditRow(transaction, subject, { outcome: code })
      return fail({ code })
    }
    // Concurrent calls with the same key wait here.
    const claimed = await transaction
      .insertInto('compensation_change')
      .values({ actor_id: operator.userId, key, request_hash: requestHash })
      .onConflict((conflict) => conflict.columns(['actor_id', 'key']).doNothing())
      .executeTakeFirst()
    const change = transaction
      .selectFrom('compensation_change')
      .select('request_hash')
      .where('actor_id', '=', operator.userId)
      .where('key', '=', key)
    if ((await change.executeTakeFirstOrThrow()).request_hash !== requestHash) return reject('idempotency_conflict')
    const run = await transaction
      .selectFrom('compensation_run')
      .selectAll()
      .where('run_id', '=', runId)
      .forUpdate()
      .executeTakeFirst()
    if (run !== undefined && claimed.numInsertedOrUpdatedRows === 0n) {
      await writeAuditRow(transaction, subject, { outcome: 'repeated' })
      return succeed({ run: toRun(run) })
    }
    const rejection = findRejection(verb, run)
    if (run === undefined || rejection !== undefined) {
      // A rejected call can be retried with the same key.
      await transaction
        .deleteFrom('compensation_change')
        .where('actor_id', '=', operator.userId)
        .where('key', '=', key)
        .execute()
      return reject(rejection ?? 'run_not_found')
    }
    const changed = await (verb === 'stop' ? stop(transaction, runId) : resume(transaction, run))
    const after = toRun(changed)
    await writeAuditRow(transaction, subject, { outcome: 'done', before: stateOf(toRun(run)), after: stateOf(after) })
    return succeed({ run: after })
  })
}

function findRejection(verb: Verb, run: CompensationRunTable | undefined): Rejection | undefined {
  if (run === undefined) return 'run_not_found'
  if (run.ended_at_ms !== null) return 'run_ended'
  const isStopped = run.stopped_at_ms !== null
  if (verb === 'stop') return isStopped ? 'run_stopped' : undefined
  return isStopped ? undefined : 'run_going_on'
}

function stop(transaction: Kysely<Database>, runId: string): Promise<CompensationRunTable> {
  return transaction
    .updateTable('compensation_run')
    .set({ stopped_at_ms: Date.now() })
    .where('run_id', '=', runId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Starts a new turn, so that a task still working from before the stop takes no further portion. */
async function resume(transaction: Kysely<Database>, run: CompensationRunTable): Promise<CompensationRunTable> {
  const turn = run.turn + 1
  await continueRun(transaction, { runId: run.run_id, turn })
  return transaction
    .updateTable('compensation_run')
    .set({ stopped_at_ms: null, turn })
    .where('run_id', '=', run.run_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function stateOf({ stopped_at, granted, refused, players }: Changed['run']): object {
  return { stopped_at, granted, refused, players }
}
