import type { OperatorAction, Role } from '@clutch/contract'

/** Somebody whose role and sign-in were checked for a call. */
export interface Operator {
  readonly userId: string
  readonly name: string
  readonly role: Role
  readonly sessionId: string
  readonly address: string
  readonly requestId: string
}

/** What an operator sets out to do. Plain data: it travels to the writer with its command. */
export interface AuditSubject {
  readonly operator: Operator
  readonly action: OperatorAction
  /** Whom or what it is done to; a player is named by Steam id. */
  readonly target: string
  readonly reason: string
  readonly idempotencyKey: string | undefined
  /** What changes besides balances, where it is done; for what goes through the writer, which knows balances alone. */
  readonly change?: { readonly before: object; readonly after: object }
}

/** What came of it. */
export interface AuditResult {
  /** `done`, `repeated` for a key that was used before, or the code of the refusal. */
  readonly outcome: string
  readonly operationIds?: readonly string[]
  /** The state of what was changed; nothing where nothing was. */
  readonly before?: unknown
  readonly after?: unknown
}

/** One row of the audit log (rules §13). */
export interface AuditEntry extends AuditSubject, AuditResult {
  /** A version 7 uuid: the rows' order. */
  readonly id: string
  readonly atMs: number
}
