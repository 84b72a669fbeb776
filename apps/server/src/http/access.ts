import type { ErrorCode, OperatorAction, Role } from '@clutch/contract'
import type { Result } from '@clutch/economy'
import type { FastifyRequest } from 'fastify'
import type { Operator } from '../store/audit-log.ts'

/** The user that a valid access token identifies. */
export interface AccessClaims {
  readonly userId: string
  /** The session the token belongs to; signing out ends it. */
  readonly sessionId: string
  readonly roles: readonly Role[]
}

/** Verifies access tokens; cached for tokens seen before. */
export interface AccessVerifier {
  verify(token: string): Promise<AccessClaims | undefined>
}

/** Decides which operators may make a restricted call (rules §13). */
export interface OperatorAccess {
  admit(claims: AccessClaims, action: OperatorAction, request: FastifyRequest): Promise<Result<Operator, ErrorCode>>
  /** Records an admitted call whose input was invalid. */
  noteInvalid(operator: Operator, action: OperatorAction): Promise<void>
}

const BEARER = /^Bearer ([\w.-]+)$/i

/** The bearer token of an `Authorization` header; undefined without a well-formed one. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers
  return authorization === undefined ? undefined : BEARER.exec(authorization)?.[1]
}
