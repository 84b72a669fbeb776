import type { Role } from '@clutch/contract'
import type { FastifyRequest } from 'fastify'

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

const BEARER = /^Bearer ([\w.-]+)$/i

/** The token of an `Authorization` header, if there is a well-formed one. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers
  return authorization === undefined ? undefined : BEARER.exec(authorization)?.[1]
}
