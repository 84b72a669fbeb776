import { CHAT_HISTORY_PAGE_SIZE, type CallResponse, type ChatReport, type OperatorAction } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import type { Kysely, Transaction } from 'kysely'
import { v7 } from 'uuid'
import type { AuditSubject, Operator } from '../../store/audit-log.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { Database } from '../../store/database.ts'
import { messages, toMessage } from './history.ts'
import './tables.ts'

/** Messages stored as context before and after a reported one (rules §12). */
const CONTEXT_SIZE = 10
const REPORTS_MAX = 200
/** The actions of moderators in the audit log. */
const LOGGED: readonly OperatorAction[] = ['message.delete', 'time_out.set', 'slow_mode.set', 'report.settle']

/** The audit entry of a moderation action. */
export function toAuditSubject(
  operator: Operator,
  action: OperatorAction,
  input: { readonly target: string; readonly reason?: string; readonly idempotencyKey: string | undefined },
): AuditSubject {
  return { operator, action, target: input.target, reason: input.reason ?? '', idempotencyKey: input.idempotencyKey }
}

/** Stores a snapshot of a message and its context for moderators. A player's second report has no effect. */
export async function storeReport(
  trx: Transaction<Database>,
  message: { readonly message_id: number; readonly channel_id: string },
  reporterId: string,
  reason: string,
  nowMs: number,
): Promise<void> {
  const inChannel = messages(trx).where('channel_id', '=', message.channel_id)
  const before = await inChannel
    .where('message_id', '<=', message.message_id)
    .orderBy('message_id', 'desc')
    .limit(CONTEXT_SIZE + 1)
    .execute()
  const after = await inChannel
    .where('message_id', '>', message.message_id)
    .orderBy('message_id')
    .limit(CONTEXT_SIZE)
    .execute()
  const context = [...before.toReversed(), ...after].map(toMessage)
  await trx
    .insertInto('chat_report')
    .values({
      report_id: v7(),
      message_id: message.message_id,
      reporter_id: reporterId,
      reason,
      reported_at_ms: nowMs,
      context: JSON.stringify(context),
      settled_at_ms: null,
    })
    .onConflict((conflict) => conflict.columns(['message_id', 'reporter_id']).doNothing())
    .execute()
}

/** Open reports, oldest first. Reading them is recorded in the audit log. */
export async function readReports(
  db: Kysely<Database>,
  operator: Operator,
): Promise<CallResponse<'POST /chat/reports'>> {
  await writeAuditRow(db, toAuditSubject(operator, 'report.read', { target: '', idempotencyKey: undefined }), {
    outcome: 'done',
  })
  const rows = await db
    .selectFrom('chat_report')
    .innerJoin('player', 'player.user_id', 'chat_report.reporter_id')
    .select(['report_id', 'message_id', 'player.name', 'reason', 'reported_at_ms', 'context'])
    .where('settled_at_ms', 'is', null)
    .orderBy('report_id')
    .limit(REPORTS_MAX)
    .execute()
  return {
    response: rows.flatMap((row) => {
      const context = row.context as ChatReport['context']
      const message = context.find(({ id }) => id === row.message_id)
      if (message === undefined) return []
      const { report_id, reason, reported_at_ms, name } = row
      return [{ report_id, reported_at: toSeconds(reported_at_ms), reporter_name: name, reason, message, context }]
    }),
  }
}

/** Actions of moderators, newest first. */
export async function readLog(
  db: Kysely<Database>,
  operator: Operator,
  lastId: string | undefined,
): Promise<CallResponse<'POST /chat/log'>> {
  await writeAuditRow(db, toAuditSubject(operator, 'moderation_log.read', { target: '', idempotencyKey: undefined }), {
    outcome: 'done',
  })
  let query = db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', 'in', LOGGED)
    .where('outcome', '=', 'done')
    .orderBy('audit_id', 'desc')
    .limit(CHAT_HISTORY_PAGE_SIZE + 1)
  if (lastId !== undefined) query = query.where('audit_id', '<', lastId)
  const rows = await query.execute()
  return {
    entries: rows.slice(0, CHAT_HISTORY_PAGE_SIZE).map((row) => ({
      id: row.audit_id,
      at: toSeconds(row.at_ms),
      actor_name: row.actor_name,
      action: row.action,
      target: row.target,
      reason: row.reason,
      before: row.before,
      after: row.after,
    })),
    has_more: rows.length > CHAT_HISTORY_PAGE_SIZE,
  }
}
