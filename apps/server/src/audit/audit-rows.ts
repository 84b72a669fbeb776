import { jsonCell, NULL_CELL, overRows, quote, type MaybeStatement } from '../store/statement.ts'
import type { AuditEntry } from './audit-entry.ts'

/** The audit rows of a batch: they commit with the change that they tell of (rules §13). */
export function insertAuditRows(entries: readonly AuditEntry[]): MaybeStatement {
  return overRows(
    'insert-audit-rows',
    entries,
    [
      ({ id }) => id,
      ({ atMs }) => atMs,
      ({ operator }) => operator.userId,
      ({ operator }) => quote(operator.name),
      ({ operator }) => operator.role,
      ({ operator }) => operator.sessionId,
      ({ operator }) => quote(operator.address),
      ({ action }) => action,
      ({ target }) => quote(target),
      ({ operationIds = [] }) => jsonCell(operationIds),
      ({ reason }) => quote(reason),
      ({ before }) => jsonCell(before),
      ({ after }) => jsonCell(after),
      ({ operator }) => quote(operator.requestId),
      ({ idempotencyKey }) => (idempotencyKey === undefined ? NULL_CELL : quote(idempotencyKey)),
      ({ outcome }) => outcome,
    ],
    `insert into audit_log (audit_id, at_ms, actor_id, actor_name, actor_role, session_id, address, action, target,
      operation_ids, reason, before, after, request_id, idempotency_key, outcome)
    select audit_id, at_ms, actor_id, actor_name, actor_role, session_id, address, action, target, operation_ids::json,
      reason, before::json, after::json, request_id, idempotency_key, outcome
    from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::text[],
      $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[])
    as row (audit_id, at_ms, actor_id, actor_name, actor_role, session_id, address, action, target, operation_ids,
      reason, before, after, request_id, idempotency_key, outcome)`,
  )
}
