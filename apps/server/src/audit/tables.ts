declare module '../store/database.ts' {
  interface Database {
    audit_log: AuditLogTable
  }
}

/** One row for each time that somebody did, or was refused, what only some may do. Rows only grow. */
export interface AuditLogTable {
  /** A version 7 uuid, so rows are in the order of time. */
  audit_id: string
  at_ms: number
  actor_id: string
  /** As they were at the time. */
  actor_name: string
  actor_role: string
  session_id: string | null
  address: string
  /** `resource.verb`, a row of `OPERATOR_ACTIONS`. */
  action: string
  /** Whom or what it was done to, such as a Steam id; empty for nobody in particular. */
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
