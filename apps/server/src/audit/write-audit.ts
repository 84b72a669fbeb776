import type { Kysely } from 'kysely'
import { v7 } from 'uuid'
import type { Database } from '../store/database.ts'
import type { AuditResult, AuditSubject } from './audit-entry.ts'
import './tables.ts'

/**
 * Writes one row of the audit log. Pass the transaction that makes the change, so that both are durable or neither; what
 * goes through the writer carries its `AuditSubject` with the command instead.
 */
export async function writeAudit(
  db: Kysely<Database>,
  { operator, action, target, reason, idempotencyKey }: AuditSubject,
  { outcome, operationIds = [], before, after }: AuditResult,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      audit_id: v7(),
      at_ms: Date.now(),
      actor_id: operator.userId,
      actor_name: operator.name,
      actor_role: operator.role,
      session_id: operator.sessionId,
      address: operator.address,
      action,
      target,
      operation_ids: JSON.stringify(operationIds),
      reason,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
      request_id: operator.requestId,
      idempotency_key: idempotencyKey ?? null,
      outcome,
    })
    .execute()
}
