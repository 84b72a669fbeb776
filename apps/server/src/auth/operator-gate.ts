import {
  OPERATOR_ACTIONS,
  OPERATOR_SIGN_IN_MAX_MS,
  type ErrorCode,
  type OperatorAction,
  type Role,
} from '@clutch/contract'
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
 * Authorizes operator calls (rules §13) by the player's current role, not the one in the access token, and requires a
 * sign-in within the last twelve hours. Rejections are written to the audit log.
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
    const refusal = findRefusal(player.role, claims.sessionId, action, nowMs())
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

function findRefusal(role: Role, sessionId: string, action: OperatorAction, nowMs: number): ErrorCode | undefined {
  if (!isAtLeast(role, OPERATOR_ACTIONS[action])) return 'forbidden'
  return nowMs - openedAtMs(sessionId) > OPERATOR_SIGN_IN_MAX_MS ? 'sign_in_too_old' : undefined
}
