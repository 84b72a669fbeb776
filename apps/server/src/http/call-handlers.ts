import type { CallName, CallQuery, CallResponse, Calls, ParsedBody } from '@clutch/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiResult } from '../api-result.ts'
import type { AccessClaims } from './access.ts'

/** Stands in the place of the player's id while nobody is signed in. */
export const NOBODY = ''

/** What a command gets, parsed: nothing of the way it came, over HTTP or the live connection. */
export interface CommandInput<Name extends CallName> {
  readonly body: ParsedBody<Name>
  /** The signed-in user; `NOBODY` for strangers. */
  readonly userId: string
  readonly idempotencyKey: string | undefined
}

/** What a handler of any other call gets, parsed. */
export interface CallInput<Name extends CallName> extends CommandInput<Name> {
  readonly query: CallQuery<Name>
  /** Nobody on public calls without a token. */
  readonly claims: AccessClaims | undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Answers a value, a refusal, or `undefined` when it has answered through `reply` itself (redirects). */
export type CallHandler<Name extends CallName> = (
  input: Calls[Name]['command'] extends true ? CommandInput<Name> : CallInput<Name>,
) => Promise<ApiResult<CallResponse<Name>> | undefined>

/** Handlers of an area, by call. */
export type CallHandlers = { readonly [Name in CallName]?: CallHandler<Name> }
