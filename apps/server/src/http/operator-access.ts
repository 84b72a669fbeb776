import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { sendError } from './errors.ts'

/** What tells an operator how the server does and what it can do, and nobody else. */
const OPERATOR_PATH = /^\/(?:metrics|api\/docs|api\/openapi\.json|api\/asyncapi\.json|api\/live\.proto)(?:[/?]|$)/
const CREDENTIALS = /^(Basic|Bearer) ([\w+/=.~-]+)$/i

export interface OperatorOptions {
  readonly operatorToken: string | undefined
  /** Others than the users of this machine may reach the server. */
  readonly isReachable: boolean
}

/**
 * Metrics and the description of the API want the operator's token: as a bearer token, or as the password a browser
 * asks for. Without one they answer only where nobody else reaches the server.
 */
export function guardOperatorPaths(options: OperatorOptions): onRequestAsyncHookHandler {
  return async (request, reply) => {
    if (!OPERATOR_PATH.test(request.url)) return
    const { operatorToken, isReachable } = options
    if (operatorToken === undefined) {
      if (isReachable) await sendError(reply, 'not_found')
      return
    }
    if (!isSame(givenToken(request), operatorToken)) await refuse(reply)
  }
}

async function refuse(reply: FastifyReply): Promise<void> {
  await sendError(reply.header('www-authenticate', 'Basic realm="Clutch operator"'), 'unauthorized')
}

function givenToken({ headers }: FastifyRequest): string {
  const [, scheme = '', credentials = ''] = CREDENTIALS.exec(headers.authorization ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return credentials
  return Buffer.from(credentials, 'base64')
    .toString()
    .replace(/^[^:]*:/, '')
}

/** Digests have one length, which the comparison in constant time needs. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
