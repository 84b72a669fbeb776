import { asItemId, asUserId } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import { v7 } from 'uuid'
import * as z from 'zod'
import type { Operator } from '../../store/audit-log.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../store/database.ts'
import type { TaskHandlers } from '../../tasks/tasks.ts'
import { hashRequest, type CommandOf } from '../../writer/submission.ts'
import { codeOfGrantState, type CompensationRunTable } from './tables.ts'

const KIND = 'compensation'
/** Concurrent grants: enough for one batch of the writer, while leaving room for players' commands. */
const AT_ONCE = 100
/** Time after which a task hands over to a new one, well below the time limit of an attempt. */
const ROUND_MAX_MS = 15_000

/** A missing turn means the first one. */
const payload = z.object({ runId: z.uuid(), turn: z.int().default(0) })

interface Waiting {
  readonly user_id: string
  readonly steam_id: string
}

interface Part {
  readonly userId: string
  readonly state: 'granted' | 'refused'
  readonly code: string | null
}

/**
 * Grants a run's compensation in portions of a hundred players. The idempotency key of each grant is derived from run
 * and player, and its operation has the run as its cause, so no player is granted twice, even after an interruption of
 * any length. A stopped run completes its current portion, and ends if that was the last.
 */
export function compensationTasks({ store: { db }, writer }: Pick<Context, 'store' | 'writer'>): TaskHandlers {
  return {
    async [KIND](task, signal) {
      const { runId, turn } = payload.parse(task)
      const untilMs = Date.now() + ROUND_MAX_MS
      await saveParts(db, runId, await readUnrecorded(db, runId))
      for (;;) {
        signal.throwIfAborted()
        const waiting = await readWaiting(db, runId)
        if (waiting.length === 0) return endRun(db, runId)
        const run = await db
          .selectFrom('compensation_run')
          .selectAll()
          .where('run_id', '=', runId)
          .executeTakeFirstOrThrow()
        if (run.stopped_at_ms !== null || run.turn !== turn) return
        const parts = await Promise.all(waiting.map((player) => give(writer, run, player)))
        await saveParts(
          db,
          runId,
          parts.filter((part) => part !== 'open'),
        )
        if (parts.includes('open')) throw new Error('The writer is unavailable or the economy is halted')
        if (Date.now() > untilMs) {
          await continueRun(db, { runId, turn })
          return
        }
      }
    },
  }
}

/** Enqueues the task of a run's turn; pass the transaction that creates or resumes the run. */
export async function continueRun(db: Kysely<Database>, work: z.output<typeof payload>): Promise<void> {
  const task = { task_id: v7(), kind: KIND, payload: JSON.stringify(work), due_at_ms: Date.now() }
  await db
    .insertInto('task')
    .values({ ...task, attempts: 0, last_error: null })
    .execute()
}

/** Resumes runs immediately after a start, since their previous process has stopped. Concurrent tasks are harmless. */
export async function reviveRuns(db: Kysely<Database>): Promise<void> {
  await db.updateTable('task').set({ due_at_ms: Date.now() }).where('kind', '=', KIND).execute()
}

async function readWaiting(db: Kysely<Database>, runId: string): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select part.user_id, (select steam_id from player where player.user_id = part.user_id) as steam_id
    from compensation_grant as part
    where part.run_id = ${runId}::uuid and part.state = ${codeOfGrantState('waiting')}
    order by part.user_id limit ${AT_ONCE}`.execute(db)
  return rows
}

/**
 * Players whom an interrupted run has granted without recording it. They are all in the first waiting portion, because
 * each portion is recorded before the next begins.
 */
async function readUnrecorded(db: Kysely<Database>, runId: string): Promise<Part[]> {
  const waiting = await readWaiting(db, runId)
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from operation where cause_id = ${runId}::uuid
      and user_id = any(${waiting.map(({ user_id }) => user_id)}::uuid[])`.execute(db)
  return rows.map(({ user_id }) => ({ userId: user_id, state: 'granted', code: null }))
}

/** @returns `open` when the outcome is unknown; the grant is retried with the same key */
async function give(writer: Context['writer'], run: CompensationRunTable, player: Waiting): Promise<Part | 'open'> {
  const userId = player.user_id
  const operator = run.operator as Operator
  const key = `compensation:${run.run_id}:${userId}`
  const command: CommandOf<'grant'> = {
    type: 'grant',
    userId: asUserId(userId),
    kind: 'customer_support',
    coins: run.coins,
    items: (run.items as { item_id: number; count: number }[]).map(({ item_id, count }) => ({
      itemId: asItemId(item_id),
      count,
    })),
    causeId: run.run_id,
  }
  const outcome = await writer.submit<'grant'>({
    command,
    actorId: asUserId(operator.userId),
    idempotency: { ownerId: operator.userId, key, requestHash: hashRequest(command) },
    audit: {
      operator,
      action: 'compensation.grant',
      target: player.steam_id,
      reason: run.reason,
      idempotencyKey: key,
    },
  })
  if (outcome.ok) return { userId, state: 'granted', code: null }
  const { code } = outcome.error
  return code === 'unavailable' || code === 'economy_frozen' ? 'open' : { userId, state: 'refused', code }
}

/** Records the outcomes of grants and counts those not recorded before. */
async function saveParts(db: Kysely<Database>, runId: string, parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return
  const column = <Value>(of: (part: Part) => Value): Value[] => parts.map(of)
  const [granted, refused] = [codeOfGrantState('granted'), codeOfGrantState('refused')]
  await sql`
    with saved as (
      update compensation_grant as part set state = came.state, code = came.code
      from unnest(${column(({ userId }) => userId)}::uuid[], ${column(({ state }) => codeOfGrantState(state))}::smallint[],
        ${column(({ code }) => code)}::text[]) as came (user_id, state, code)
      where part.run_id = ${runId}::uuid and part.user_id = came.user_id
        and part.state = ${codeOfGrantState('waiting')}
      returning part.state
    )
    update compensation_run set granted = granted + (select count(*) from saved where state = ${granted}),
      refused = refused + (select count(*) from saved where state = ${refused})
    where run_id = ${runId}::uuid`.execute(db)
}

async function endRun(db: Kysely<Database>, runId: string): Promise<void> {
  await db
    .updateTable('compensation_run')
    .set({ ended_at_ms: Date.now(), stopped_at_ms: null })
    .where('run_id', '=', runId)
    .where('ended_at_ms', 'is', null)
    .execute()
}
