import {
  calls,
  keyScopeOf,
  type Call,
  type CallName,
  type CallParams,
  type CallQuery,
  type ParsedBody,
} from '@clutch/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { ApiError } from '../api-result.ts'
import { Budgets } from './budgets.ts'
import type { Operator } from '../store/audit-log.ts'
import { bearerToken, type AccessClaims, type AccessVerifier, type OperatorAccess } from './access.ts'
import { callerOf, ANONYMOUS, type CallHandler, type CallHandlers, type OperatorInput } from './call-handlers.ts'
import { isIdempotencyKey, type Commands, type MountedCommand } from './commands.ts'
import { sendError } from './errors.ts'
import type { SharedBudgets } from './shared-budgets.ts'

export interface CallOptions {
  readonly verifier: AccessVerifier
  readonly operators: OperatorAccess
  readonly sharedBudgets: SharedBudgets
  /** Multiplies every rate limit; 1 in production. */
  readonly rateLimitFactor: number
}

declare module 'fastify' {
  interface FastifyRequest {
    claims: AccessClaims | undefined
    operator: Operator | undefined
    /** Whether the call's handler was reached; the handler audits its own rejections. */
    isHandled: boolean
  }
}

/**
 * Mounts handlers on `app`, whose prefix is `/api`, as the contract describes each call.
 * @param commands the commands among them, whose budgets are shared with the live connection
 */
export function mountCalls(
  app: FastifyInstance,
  handlers: CallHandlers,
  commands: Commands,
  options: CallOptions,
): void {
  for (const name of Object.keys(handlers)) {
    if (isCallName(name)) mountCall(app, name, handlers[name], commands.find(name), options)
  }
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name)
}

function mountCall<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  handler: CallHandler<Name> | undefined,
  command: MountedCommand | undefined,
  { verifier, operators, sharedBudgets, rateLimitFactor }: CallOptions,
): void {
  if (handler === undefined) return
  const call: Call = calls[name]
  const { access, action } = call
  if ((access === 'moderator' || access === 'admin') && action === undefined) throw new Error(`${name} names no action`)
  const budgets = command?.budgets ?? new Budgets(call.rateLimit, rateLimitFactor)
  sharedBudgets.add(name, budgets)
  const [method = '', path = ''] = name.split(' ')
  const keyScope = keyScopeOf(name)
  app.route({
    method,
    url: path,
    schema: {
      summary: call.summary,
      ...(keyScope === undefined ? {} : { description: `Scope for a player’s own key: ${keyScope}` }),
      tags: [call.area],
      ...(call.bodyType === 'none' ? {} : { body: call.body }),
      ...(call.bodyType === 'form' ? { consumes: [FORM_TYPE] } : {}),
      ...(method === 'GET' ? { querystring: call.query } : {}),
      ...(call.params === undefined ? {} : { params: call.params }),
      ...(call.access === 'public' ? {} : { security: [...(call.access === 'visitor' ? [{}] : []), { bearer: [] }] }),
      ...(call.command ? { headers: COMMAND_HEADERS } : {}),
      response: { 200: describeAnswer(call) },
    },
    // Commands are frequent and their responses short: not measured per request (the writer does) and not compressed.
    config: { disableMetrics: call.command },
    ...(call.bodyBytesMax === undefined ? {} : { bodyLimit: call.bodyBytesMax }),
    ...(call.command ? { compress: false } : {}),
    onRequest: async (request, reply) => {
      const token = bearerToken(request)
      request.claims = token === undefined ? undefined : await verify(verifier, token, request.ip)
      const retryAfterSec = budgets.spend(request)
      if (retryAfterSec > 0) {
        return sendError(reply.header('retry-after', retryAfterSec), 'rate_limited', { retry_after_s: retryAfterSec })
      }
      sharedBudgets.report(name, call.rateLimit, request)
    },
    // After the rate limit, which also stops guessing of tokens, and before the body is read.
    preParsing: async (request, reply) => {
      if (!isOfType(request, call.bodyType)) return sendError(reply, 'unsupported_media_type')
      const refusal = refuseKey(name, request.claims)
      if (refusal !== undefined) return sendError(reply, refusal.code, refusal.params)
      if (call.access === 'public') return
      if (call.access === 'visitor' && request.headers.authorization === undefined) return
      if (request.claims === undefined) return sendError(reply, 'unauthorized')
      if (call.access === 'visitor') return
      if (action === undefined) return
      const admitted = await operators.admit(request.claims, action, request)
      if (!admitted.ok) return sendError(reply, admitted.error)
      request.operator = admitted.value
    },
    onResponse: async ({ claims, ip }, reply) => {
      const keyId = claims?.key?.keyId
      if (keyId !== undefined) verifier.noteKeyUse({ keyId, call: name, status: reply.statusCode, address: ip })
    },
    ...(action === undefined
      ? {}
      : {
          onSend: async ({ operator, isHandled }: FastifyRequest) => {
            if (operator !== undefined && !isHandled) await operators.noteInvalid(operator, action)
          },
        }),
    handler: async (request, reply) => {
      request.isHandled = true
      const key = request.headers['idempotency-key']
      if (call.command && key !== undefined && !isIdempotencyKey(key)) {
        return sendError(reply, 'invalid_input', { detail: 'Idempotency-Key' })
      }
      const input: Omit<OperatorInput<Name>, 'operator'> & { operator: Operator | undefined } = {
        body: request.body as ParsedBody<Name>,
        query: request.query as CallQuery<Name>,
        params: request.params as CallParams<Name>,
        claims: request.claims,
        userId: request.claims?.userId ?? ANONYMOUS,
        idempotencyKey: typeof key === 'string' ? key : undefined,
        caller: callerOf(request),
        request,
        reply,
        operator: request.operator,
      }
      // Command handlers take a subset of this input; restricted calls have an operator.
      const result = await handler(input as OperatorInput<Name>)
      if (result === undefined) return reply
      if (!result.ok) return sendError(reply, result.error.code, result.error.params)
      return reply.send(result.value)
    },
  })
}

/** Why a player's key may not make a call. Public calls reject keys as well: some of them concern the account. */
function refuseKey(name: CallName, claims: AccessClaims | undefined): ApiError | undefined {
  if (claims?.key === undefined) return undefined
  const scope = keyScopeOf(name)
  if (scope === undefined) return { code: 'key_not_allowed' }
  return claims.key.scopes.has(scope) ? undefined : { code: 'missing_scope', params: { scope } }
}

/** If the store is unavailable, the response is 503 rather than 401, which would sign the user out. */
async function verify(verifier: AccessVerifier, token: string, address: string): Promise<AccessClaims | undefined> {
  try {
    return await verifier.verify(token, address)
  } catch (error) {
    throw Object.assign(new Error('The session could not be read', { cause: error }), { statusCode: 503 })
  }
}

/** JSON and form bodies are parsed everywhere; each call accepts one of them. Fastify rejects other types. */
function isOfType(request: FastifyRequest, bodyType: Call['bodyType']): boolean {
  const type = request.headers['content-type']
  if (type === undefined || bodyType === 'none') return true
  return type.startsWith(FORM_TYPE) === (bodyType === 'form')
}

function describeAnswer({ response, responseType }: Call): object {
  return responseType === undefined ? response : { content: { [responseType]: { schema: response } } }
}

const FORM_TYPE = 'application/x-www-form-urlencoded'
const COMMAND_HEADERS = z.object({ 'idempotency-key': z.string().optional() }).loose()
