import type { ErrorCode, OperatorAction, Role } from '@clutch/contract'
import type { Result } from '@clutch/economy'
import type { FastifyRequest } from 'fastify'
import type { Operator } from '../store/audit-log.ts'

/** Who a valid access token speaks for. */
export interface AccessClaims {
  readonly userId: string
  /** The sign-in behind it; logging out ends it. */
  readonly sessionId: string
  readonly roles: readonly Role[]
}

/** Checks access tokens; cheap for one it has seen. */
export interface AccessVerifier {
  verify(token: string): Promise<AccessClaims | undefined>
}

/** Decides who may do what only some may (rules §13). */
export interface OperatorAccess {
  admit(claims: AccessClaims, action: OperatorAction, request: FastifyRequest): Promise<Result<Operator, ErrorCode>>
  /** Tells of a call that was admitted and could not be read. */
  noteInvalid(operator: Operator, action: OperatorAction): Promise<void>
}

const BEARER = /^Bearer ([\w.-]+)$/i

/** The token of an `Authorization` header, if there is a well-formed one. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers
  return authorization === undefined ? undefined : BEARER.exec(authorization)?.[1]
}
