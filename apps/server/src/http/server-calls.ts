import type { ErrorCode, ErrorParams, ServerKeyScope } from '@clutch/contract'
import {
  SERVER_KEY_BUDGET,
  serverCalls,
  type ServerBody,
  type ServerCall,
  type ServerCallName,
  type ServerParams,
  type ServerQuery,
  type ServerResponse,
} from '@clutch/contract/server'
import { SECOND_MS } from '@clutch/contract/formats'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiResult } from '../api-result.ts'
import type { ServerKey, ServerKeys } from '../auth/server-keys.ts'
import { Budgets } from './budgets.ts'
import { sendError } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The verified key of a call of the game's server. */
    serverKey: ServerKey | undefined
  }
}

/** Parsed input of a call of the game's server. */
export interface ServerCallInput<Name extends ServerCallName> {
  readonly params: ServerParams<Name>
  readonly query: ServerQuery<Name>
  readonly body: ServerBody<Name>
  readonly key: ServerKey
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Handlers by call. `undefined` means that the handler has responded through `reply`. */
export type ServerCallHandlers = { readonly [Name in ServerCallName]: ServerCallHandler<Name> }

type ServerCallHandler<Name extends ServerCallName> = (
  input: ServerCallInput<Name>,
) => Promise<ApiResult<ServerResponse<Name>> | undefined>

export interface ServerCallOptions {
  readonly keys: ServerKeys
  /** Multiplies the budget; 1 in production. */
  readonly rateLimitFactor: number
}

/** Where the calls of the game's server are mounted. */
export const SERVER_PREFIX = '/api/server/v1'

/** Attempts with an unusable key per network and window: each may cost a look-up. */
const REJECTED_MAX = 100
const BEARER = /^Bearer (\S+)$/i

/**
 * Mounts the calls of the game's server on `app`, whose prefix is `SERVER_PREFIX`. Only keys are accepted, and never
 * cookies.
 */
export function mountServerCalls(app: FastifyInstance, handlers: ServerCallHandlers, options: ServerCallOptions): void {
  acceptOnlyKeys(app, options)
  for (const [name, handler] of Object.entries(handlers)) {
    if (isServerCallName(name)) mountServerCall(app, name, handler)
  }
}

/** Verifies the key of each call and takes one use of its budget. */
function acceptOnlyKeys(app: FastifyInstance, { keys, rateLimitFactor }: ServerCallOptions): void {
  const budgets = new Budgets(SERVER_KEY_BUDGET, rateLimitFactor)
  const rejected = new Budgets({ ...SERVER_KEY_BUDGET, max: REJECTED_MAX }, rateLimitFactor)
  app.decorateRequest('serverKey', undefined)
  app.addHook('onRequest', async (request, reply) => {
    const text = BEARER.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const address = { claims: undefined, ip: request.ip }
    const attempts = rejected.charge(address, 0)
    // Before the look-up, which guessed keys would otherwise cost.
    if (attempts.left <= 0 && !keys.isKnown(text)) {
      return sendRateLimited(reply.headers(rejected.headers('rejected', attempts)), attempts.resetSec)
    }
    const verified = await keys.verify(text, request.ip)
    if (!verified.ok) {
      return sendError(reply.headers(rejected.headers('rejected', rejected.charge(address, 1))), verified.error)
    }
    request.serverKey = verified.value
    const budget = budgets.charge({ claims: { userId: verified.value.keyId }, ip: request.ip }, 1)
    reply.headers(budgets.headers('key', budget))
    if (budget.left < 0) return sendRateLimited(reply, budget.resetSec)
  })
}

function mountServerCall(app: FastifyInstance, name: ServerCallName, handler: ServerCallHandler<ServerCallName>): void {
  const call: ServerCall = serverCalls[name]
  const [method = '', url = ''] = name.split(' ')
  const { params, query: querystring, body, response } = call
  app.route({
    method,
    url,
    schema: {
      summary: call.summary,
      description: call.scopes.length === 0 ? 'Scopes: by what it changes' : `Scopes: ${call.scopes.join(', ')}`,
      security: [{ key: [] }],
      ...(url.includes(':') ? { params } : {}),
      ...(method === 'GET' ? { querystring } : {}),
      ...(hasBody(call) ? { body } : {}),
      response: { 200: response },
    },
    ...(call.bodyBytesMax === undefined ? {} : { bodyLimit: call.bodyBytesMax }),
    // Before the body is read.
    preParsing: async ({ serverKey }, reply) => {
      const missing = findMissingScope(serverKey, call.scopes)
      if (missing !== undefined) return sendError(reply, 'missing_scope', { scope: missing })
    },
    handler: async (request, reply) => {
      const { serverKey: key } = request
      if (key === undefined) return sendError(reply, 'invalid_key')
      const result = await handler({
        params: request.params,
        query: request.query as ServerQuery<ServerCallName>,
        body: request.body,
        key,
        request,
        reply,
      })
      if (result === undefined) return reply
      if (!result.ok) return sendFailure(reply, result.error.code, result.error.params)
      return reply.send(result.value)
    },
  })
}

/** The first scope that a key lacks. */
export function findMissingScope(
  key: ServerKey | undefined,
  scopes: readonly ServerKeyScope[],
): ServerKeyScope | undefined {
  return scopes.find((scope) => key?.scopes.has(scope) !== true)
}

function isServerCallName(name: string): name is ServerCallName {
  return Object.hasOwn(serverCalls, name)
}

function hasBody({ body }: ServerCall): boolean {
  return body.type !== 'unknown'
}

function sendRateLimited(reply: FastifyReply, retryAfterSec: number): FastifyReply {
  return sendError(reply.header('retry-after', retryAfterSec), 'rate_limited', { retry_after_s: retryAfterSec })
}

function sendFailure(reply: FastifyReply, code: ErrorCode, params: ErrorParams = {}): FastifyReply {
  if (code === 'rate_limited') return sendRateLimited(reply, Number(params['retry_after_s']))
  const resetsAt = code === 'ceiling_reached' ? Number(params['resets_at']) : undefined
  if (resetsAt !== undefined) {
    reply.header('retry-after', Math.max(1, Math.ceil(resetsAt - Date.now() / SECOND_MS)))
  }
  return sendError(reply, code, params)
}
