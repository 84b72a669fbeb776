import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { sendError } from './errors.ts'

/** Endpoints for operators only: metrics and the description of their calls. */
const OPERATOR_PATH = /^\/(?:metrics|api\/operator\/openapi\.json)(?:[/?]|$)/
/** Descriptions of the API for players and tools. */
const DOCS_PATH = /^\/api\/(?:docs|(?:server\/v1\/)?openapi\.json|asyncapi\.json|(?:live|client)\.proto)(?:[/?]|$)/
const CREDENTIALS = /^(Basic|Bearer) ([\w+/=.~-]+)$/i

export interface OperatorOptions {
  readonly operatorToken: string | undefined
  /** Whether everybody may read the descriptions of the API for players and tools. */
  readonly hasPublicDocs: boolean
  /** Whether the server accepts connections from other machines. */
  readonly isReachable: boolean
}

/**
 * Metrics and the description of operator calls, and others if they are not public, require the operator's token, as a bearer token or as a Basic password.
 * Without a configured token they are available only on a server that other machines cannot reach.
 */
export function guardOperatorPaths(options: OperatorOptions): onRequestAsyncHookHandler {
  return async (request, reply) => {
    // The route's own path, since that of the request may be percent-encoded.
    const path = request.routeOptions.url ?? request.url
    const { operatorToken, hasPublicDocs, isReachable } = options
    if (!OPERATOR_PATH.test(path) && (hasPublicDocs || !DOCS_PATH.test(path))) return
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

/** Hashed because comparison in constant time needs inputs of equal length. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
