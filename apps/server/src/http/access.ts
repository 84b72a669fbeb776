import type { ErrorCode, OperatorAction, PlayerKeyScope, Role } from '@clutch/contract'
import type { Result } from '@clutch/economy'
import type { FastifyRequest } from 'fastify'
import type { Operator } from '../store/audit-log.ts'

/** The user that a valid access token identifies. */
export interface AccessClaims {
  readonly userId: string
  /** The session the token belongs to; signing out ends it. Empty for a key. */
  readonly sessionId: string
  readonly roles: readonly Role[]
  /** Present when the player's own key was sent instead of a token; it may make few calls. */
  readonly key?: { readonly keyId: string; readonly scopes: ReadonlySet<PlayerKeyScope> }
}

/** A use of a player's key. */
export interface KeyUse {
  readonly keyId: string
  /** Method and path. */
  readonly call: string
  /** HTTP status of the response. */
  readonly status: number
  readonly address: string
}

/** Verifies access tokens and players' own keys. */
export interface AccessVerifier {
  /** @param address the caller's network address */
  verify(token: string, address: string): Promise<AccessClaims | undefined>
  noteKeyUse(use: KeyUse): void
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
