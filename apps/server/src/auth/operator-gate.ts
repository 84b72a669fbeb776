import { OPERATOR_ACTIONS, OPERATOR_SIGN_IN_MAX_MS, type ErrorCode, type OperatorAction } from '@clutch/contract'
import { fail, succeed, type Result } from '@clutch/economy'
import type { FastifyRequest } from 'fastify'
import type { Operator } from '../store/audit-log.ts'
import { writeAuditRow } from '../store/audit-log.ts'
import type { AccessClaims, OperatorAccess } from '../http/access.ts'
import type { Config } from '../config.ts'
import type { Store } from '../store/store.ts'
import { isAtLeast, readRole } from './roles.ts'
import { openedAtMs } from './sessions.ts'

export interface OperatorGateOptions {
  readonly store: Pick<Store, 'db'>
  readonly config: Pick<Config, 'adminSteamIds'>
  readonly nowMs?: () => number
}

/**
 * The one place where it is decided who may do what only some may (rules §13): the role that the player has now, not the
 * one an access token was signed with, and a sign-in of the last twelve hours. Refusals are in the audit log.
 */
export class OperatorGate implements OperatorAccess {
  readonly #options: OperatorGateOptions

  constructor(options: OperatorGateOptions) {
    this.#options = options
  }

  async admit(
    claims: AccessClaims,
    action: OperatorAction,
    request: Pick<FastifyRequest, 'ip' | 'id'>,
  ): Promise<Result<Operator, ErrorCode>> {
    const { store, config, nowMs = Date.now } = this.#options
    const player = await readRole(store.db, config, claims.userId)
    if (player === undefined) return fail('unauthorized')
    const operator = {
      ...player,
      userId: claims.userId,
      sessionId: claims.sessionId,
      address: request.ip,
      requestId: request.id,
    }
    const refusal = findRefusal(operator, action, nowMs())
    if (refusal === undefined) return succeed(operator)
    await this.#note(operator, action, refusal)
    return fail(refusal)
  }

  noteInvalid(operator: Operator, action: OperatorAction): Promise<void> {
    return this.#note(operator, action, 'invalid_input')
  }

  #note(operator: Operator, action: OperatorAction, outcome: ErrorCode): Promise<void> {
    const subject = { operator, action, target: '', reason: '', idempotencyKey: undefined }
    return writeAuditRow(this.#options.store.db, subject, { outcome })
  }
}

function findRefusal({ role, sessionId }: Operator, action: OperatorAction, nowMs: number): ErrorCode | undefined {
  if (!isAtLeast(role, OPERATOR_ACTIONS[action])) return 'forbidden'
  return nowMs - openedAtMs(sessionId) > OPERATOR_SIGN_IN_MAX_MS ? 'sign_in_too_old' : undefined
}
