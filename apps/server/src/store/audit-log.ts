import type { OperatorAction, Role, ServerKeyAction } from '@clutch/contract'
import type { Kysely } from 'kysely'
import { v7 } from 'uuid'
import type { Database } from './database.ts'
import { jsonCell, NULL_CELL, overRows, quote, type MaybeStatement } from './statement.ts'

declare module './database.ts' {
  interface Database {
    audit_log: AuditLogTable
  }
}

/** One row per operator action, performed or rejected. Never deleted, and changed only to erase a deleted player. */
export interface AuditLogTable {
  /** A version 7 UUID, so that rows are ordered by time. */
  audit_id: string
  at_ms: number
  actor_id: string
  /** Name and role at that time. */
  actor_name: string
  actor_role: string
  session_id: string | null
  address: string
  /** `resource.verb`, a row of `OPERATOR_ACTIONS`. */
  action: string
  /** What the action applied to, such as a Steam id; empty without a target. */
  target: string
  operation_ids: unknown
  reason: string
  before: unknown
  after: unknown
  request_id: string
  idempotency_key: string | null
  /** `done`, `repeated`, or the code of the error. */
  outcome: string
}

/** A caller whose role and sign-in have been checked, or a key of the game's server. */
export interface Operator {
  readonly userId: string
  readonly name: string
  readonly role: Role | 'server_key'
  /** Null for a key. */
  readonly sessionId: string | null
  readonly address: string
  readonly requestId: string
}

/** An operator's action. Plain data: it is sent to the writer with its command. */
export interface AuditSubject {
  readonly operator: Operator
  readonly action: OperatorAction | ServerKeyAction
  /** What the action applies to; players by Steam id. */
  readonly target: string
  readonly reason: string
  readonly idempotencyKey: string | undefined
  /** Changes other than balances. The writer records balances itself. */
  /** Omits the row when nothing changes: game servers repeat calls that lost their response. */
  readonly isChangeOnly?: true
  readonly change?: { readonly before: object; readonly after: object }
}

/** The result of an operator's action. */
export interface AuditResult {
  /** `done`, `repeated` for a key that was used before, or the error code. */
  readonly outcome: string
  readonly operationIds?: readonly string[]
  /** State of what was changed, before and after; absent without a change. */
  readonly before?: unknown
  readonly after?: unknown
}

/** One row of the audit log (rules §13). */
export interface AuditEntry extends AuditSubject, AuditResult {
  /** A version 7 UUID; orders the rows. */
  readonly id: string
  readonly atMs: number
}

/**
 * Writes one row of the audit log. Pass the transaction that makes the change, so that both commit or neither. Changes
 * made by the writer carry their `AuditSubject` with the command instead.
 */
export async function writeAuditRow(
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

/** The audit rows of a batch, committed with the changes they record (rules §13). */
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
      ({ operator }) => operator.sessionId ?? NULL_CELL,
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
