import type { CallName, CallParams, CallQuery, CallResponse, Calls, ParsedBody } from '@clutch/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiResult } from '../api-result.ts'
import type { Operator } from '../store/audit-log.ts'
import type { AccessClaims } from './access.ts'

/** Stands in the place of the player's id while nobody is signed in. */
export const NOBODY = ''

/** What a command gets, parsed: nothing of the way it came, over HTTP or the live connection. */
export interface CommandInput<Name extends CallName> {
  readonly body: ParsedBody<Name>
  /** The signed-in user; `NOBODY` for strangers. */
  readonly userId: string
  readonly idempotencyKey: string | undefined
  readonly caller: Caller
}

/** Where a call comes from, as the audit log keeps it. */
export interface Caller {
  /** Empty for strangers. */
  readonly sessionId: string
  readonly address: string
  readonly requestId: string
}

export function callerOf({ claims, ip, id }: Pick<FastifyRequest, 'claims' | 'ip' | 'id'>): Caller {
  return { sessionId: claims?.sessionId ?? '', address: ip, requestId: id }
}

/** What a handler of any other call gets, parsed. */
export interface CallInput<Name extends CallName> extends CommandInput<Name> {
  readonly query: CallQuery<Name>
  readonly params: CallParams<Name>
  /** Nobody on public calls without a token. */
  readonly claims: AccessClaims | undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** What a handler of a call gets that only some may use. */
export interface OperatorInput<Name extends CallName> extends CallInput<Name> {
  /** Who asks: role and sign-in are checked. */
  readonly operator: Operator
}

type InputOf<Name extends CallName> = Calls[Name]['access'] extends 'moderator' | 'admin'
  ? OperatorInput<Name>
  : Calls[Name]['command'] extends true
    ? CommandInput<Name>
    : CallInput<Name>

/** Answers a value, a refusal, or `undefined` when it has answered through `reply` itself (redirects). */
export type CallHandler<Name extends CallName> = (
  input: InputOf<Name>,
) => Promise<ApiResult<CallResponse<Name>> | undefined>

/** Handlers of an area, by call. */
export type CallHandlers = { readonly [Name in CallName]?: CallHandler<Name> }
