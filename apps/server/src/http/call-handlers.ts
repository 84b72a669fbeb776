import type { CallName, CallParams, CallQuery, CallResponse, Calls, ParsedBody } from '@clutch/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiResult } from '../api-result.ts'
import type { Operator } from '../store/audit-log.ts'
import type { AccessClaims } from './access.ts'

/** The user id of anonymous callers. */
export const ANONYMOUS = ''

/** Parsed input of a command, the same for HTTP and the live connection. */
export interface CommandInput<Name extends CallName> {
  readonly body: ParsedBody<Name>
  /** The signed-in user, or `ANONYMOUS`. */
  readonly userId: string
  readonly idempotencyKey: string | undefined
  readonly caller: Caller
}

/** Origin of a call, for the audit log. */
export interface Caller {
  /** Empty for anonymous callers. */
  readonly sessionId: string
  readonly address: string
  readonly requestId: string
}

export function callerOf({ claims, ip, id }: Pick<FastifyRequest, 'claims' | 'ip' | 'id'>): Caller {
  return { sessionId: claims?.sessionId ?? '', address: ip, requestId: id }
}

/** Parsed input of any other call. */
export interface CallInput<Name extends CallName> extends CommandInput<Name> {
  readonly query: CallQuery<Name>
  readonly params: CallParams<Name>
  /** `ANONYMOUS` on public calls without a token. */
  readonly claims: AccessClaims | undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Parsed input of a call restricted to operators. */
export interface OperatorInput<Name extends CallName> extends CallInput<Name> {
  /** The caller, whose role and sign-in have been checked. */
  readonly operator: Operator
}

type InputOf<Name extends CallName> = Calls[Name]['access'] extends 'moderator' | 'admin'
  ? OperatorInput<Name>
  : Calls[Name]['command'] extends true
    ? CommandInput<Name>
    : CallInput<Name>

/** Returns a value, an error, or `undefined` when it has responded through `reply` itself (redirects). */
export type CallHandler<Name extends CallName> = (
  input: InputOf<Name>,
) => Promise<ApiResult<CallResponse<Name>> | undefined>

/** Handlers of an area by call. */
export type CallHandlers = { readonly [Name in CallName]?: CallHandler<Name> }
