import { calls, ERRORS, errorBody, type CallName, type ErrorCode, type ErrorParams } from '@clutch/contract'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { ApiResult } from '../api-result.ts'
import { Budgets } from './budgets.ts'
import { callerOf, type CallHandlers, type CommandInput } from './call-handlers.ts'
import { codeOfFailure, errorOfIssue } from './errors.ts'
import { logNotable } from './request-log.ts'

/** Visible ASCII, long enough for a UUID with a prefix. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/

/** A command of the contract with its handler and the callers' budgets, shared by HTTP and the live connection. */
export interface MountedCommand {
  /** Whether every player may send it. Commands that require a role are accepted over HTTP only. */
  readonly isForPlayers: boolean
  readonly schema: z.ZodType
  readonly budgets: Budgets
  readonly handle: (input: CommandInput<CallName>) => Promise<ApiResult<unknown> | undefined>
}

/** A response with the status and body that HTTP would have. */
export interface CommandAnswer {
  readonly status: number
  readonly body: string
}

/** A command received over the live connection. */
export interface CommandRequest {
  readonly name: string
  readonly idempotencyKey: string
  /** JSON; empty without a body. */
  readonly body: string
}

/** All commands by call, for HTTP and the live connection. */
export class Commands {
  readonly #mounted = new Map<string, MountedCommand>()

  add(name: CallName, command: MountedCommand): void {
    this.#mounted.set(name, command)
  }

  find(name: CallName): MountedCommand | undefined {
    return this.#mounted.get(name)
  }

  names(): CallName[] {
    return [...this.#mounted.keys()].filter((name): name is CallName => Object.hasOwn(calls, name))
  }

  /** Executes a command from the live connection with the schema, budget and errors of HTTP; never rejects. */
  async answer(request: FastifyRequest, userId: string, command: CommandRequest): Promise<CommandAnswer> {
    const beganMs = performance.now()
    const answer = await this.#answer(request, userId, command)
    logNotable(request.log, { call: command.name, status: answer.status, timeMs: performance.now() - beganMs })
    return answer
  }

  async #answer(request: FastifyRequest, userId: string, command: CommandRequest): Promise<CommandAnswer> {
    const mounted = this.#mounted.get(command.name)
    if (mounted === undefined) return refusal('not_found')
    if (!mounted.isForPlayers) return refusal('forbidden')
    const retryAfterSec = mounted.budgets.spend(request)
    if (retryAfterSec > 0) return refusal('rate_limited', { retry_after_s: retryAfterSec })
    const { idempotencyKey } = command
    if (idempotencyKey !== '' && !isIdempotencyKey(idempotencyKey)) {
      return refusal('invalid_input', { detail: 'Idempotency-Key' })
    }
    const body = parseJson(command.body)
    if (!body.ok) return refusal('invalid_input', { detail: 'body' })
    const parsed = mounted.schema.safeParse(body.value)
    if (!parsed.success) {
      const { code, params } = errorOf(parsed.error)
      return refusal(code, params)
    }
    try {
      const result = await mounted.handle({
        body: parsed.data as CommandInput<CallName>['body'],
        userId,
        idempotencyKey: idempotencyKey === '' ? undefined : idempotencyKey,
        caller: callerOf(request),
      })
      if (result?.ok === true) return { status: 200, body: JSON.stringify(result.value) }
      return result === undefined ? refusal('internal') : refusal(result.error.code, result.error.params)
    } catch (error) {
      request.log.error({ err: error }, 'unexpected error')
      return refusal(codeOfFailure(error))
    }
  }
}

/** The commands among all handlers. */
export function collectCommands(handlers: CallHandlers, rateLimitFactor: number): Commands {
  const commands = new Commands()
  for (const [name, handler] of Object.entries(handlers)) {
    const call = calls[name as CallName]
    if (!call.command) continue
    commands.add(name as CallName, {
      isForPlayers: call.access === 'player',
      schema: call.body,
      budgets: new Budgets(call.rateLimit, rateLimitFactor),
      handle: handler as MountedCommand['handle'],
    })
  }
  return commands
}

export function isIdempotencyKey(key: unknown): key is string {
  return typeof key === 'string' && IDEMPOTENCY_KEY.test(key)
}

function refusal(code: ErrorCode, params: ErrorParams = {}): CommandAnswer {
  return { status: ERRORS[code].status, body: JSON.stringify(errorBody(code, params)) }
}

function parseJson(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  if (text === '') return { ok: true, value: undefined }
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch {
    return { ok: false }
  }
}

function errorOf({ issues: [first] }: z.ZodError): ReturnType<typeof errorOfIssue> {
  const params = first?.code === 'custom' ? first.params : undefined
  return errorOfIssue({ path: first?.path.join('.') ?? '', message: first?.message, params })
}
