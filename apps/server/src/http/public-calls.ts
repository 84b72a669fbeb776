import { hash } from 'node:crypto'
import { PUBLIC_CALLS, type PublicCall, type PublicPath, type PublicQuery, type PublicResponse } from '@clutch/contract'
import { DAY_SEC, MINUTE_SEC, SECOND_MS } from '@clutch/contract/formats'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiResult } from '../api-result.ts'
import { Budgets, type Budget } from './budgets.ts'
import { sendError } from './errors.ts'
import { packText, type PackedText } from './packed-text.ts'

/** Parsed input of a public call. */
export interface PublicInput<Path extends PublicPath> {
  readonly query: PublicQuery<Path>
  /** The item of the path; 0 for paths without one. */
  readonly itemId: number
}

/** Makes the answers of the public calls. They are the same for everybody, so each is made once per `maxAgeSec`. */
export type PublicHandlers = {
  readonly [Path in PublicPath]: (input: PublicInput<Path>) => Promise<ApiResult<PublicResponse<Path>>>
}

/** Uses of the budget per answer: what costs the server more costs the caller more (integration §4). */
const COST_OF_ANSWER = 2
const COST_OF_NOT_MODIFIED = 1
const COST_OF_ERROR = 5
/** Four full answers a second on average, for each address. */
const BUDGET = { max: 7_200, windowMs: 15 * MINUTE_SEC * SECOND_MS }
/** How long caches may serve an old answer while they fetch the new one. */
const STALE_SEC = 30
/** Answers per path in memory; the least recently made are dropped first, and those that are no longer fresh. */
const ANSWERS_MAX = 500
/** Longer addresses are parsed each time. */
const ADDRESS_LENGTH_MAX = 200
const ETAG_LENGTH = 22

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly isStream?: boolean
  }
}

interface Answer {
  readonly etag: string
  readonly packed: PackedText
  readonly freshUntilMs: number
}

/** Let any page read an answer. */
export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After',
} as const

/** What a browser asks before it sends one of these headers from another page. */
const PREFLIGHT_HEADERS = {
  ...CORS_HEADERS,
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Clutch-Version, If-None-Match, Last-Event-ID',
  'access-control-max-age': DAY_SEC,
  'cache-control': `public, max-age=${DAY_SEC}`,
} as const

/** Where the public market API is mounted. */
export const PUBLIC_PREFIX = '/api/public/v1'
/** Mounts the public market API on `app`, whose prefix is `PUBLIC_PREFIX`. */
export function mountPublicCalls(app: FastifyInstance, handlers: () => PublicHandlers, rateLimitFactor: number): void {
  const budgets = new Budgets(BUDGET, rateLimitFactor)
  const showBudget = (reply: FastifyReply, budget: Budget) => reply.headers(budgets.headers('address', budget))

  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(CORS_HEADERS)
    const budget = budgets.charge(callerOf(request), 0)
    if (budget.left > 0) {
      // A stream has no end at which it could be charged.
      if (request.routeOptions.config.isStream === true)
        showBudget(reply, budgets.charge(callerOf(request), COST_OF_ANSWER))
      return
    }
    showBudget(reply.header('retry-after', budget.resetSec), budget)
    return sendError(reply, 'rate_limited', { retry_after_s: budget.resetSec })
  })
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('ratelimit')) showBudget(reply, budgets.charge(callerOf(request), costOf(reply.statusCode)))
  })
  app.options('/*', { schema: { hide: true } }, (_request, reply) => reply.code(204).headers(PREFLIGHT_HEADERS).send())
  for (const path of Object.keys(PUBLIC_CALLS)) if (isPublicPath(path)) mountPublicCall(app, path, handlers)
}

function mountPublicCall(app: FastifyInstance, path: PublicPath, handlers: () => PublicHandlers): void {
  const call: PublicCall = PUBLIC_CALLS[path]
  const answers = new Answers(call.maxAgeSec * SECOND_MS)
  app.get(
    path,
    {
      schema: {
        summary: call.summary,
        tags: ['public'],
        querystring: call.query,
        ...(call.params === undefined ? {} : { params: call.params }),
        response: { 200: call.response },
      },
      // Frequent and cheap: measured by the CDN in front, if at all.
      config: { disableMetrics: true },
      compress: false,
      // A known address needs no validation.
      onRequest: async (request, reply) => {
        const known = answers.fresh(request.url)
        if (known !== undefined && isUnchanged(known, request))
          return sendUnchanged(known, call.maxAgeSec, request, reply)
      },
    },
    async (request, reply) => {
      const { id: itemId = 0 } = request.params as { id?: number }
      const { query } = request
      // Addresses that differ in what the call ignores share an answer; the memory would otherwise be theirs to fill.
      const key = JSON.stringify([itemId, query])
      answers.remember(request.url, key)
      const answer = await answers.get(key, () =>
        // The route's schemas have parsed the input of this path.
        (handlers()[path] as (input: object) => Promise<ApiResult<unknown>>)({ query, itemId }),
      )
      if (!answer.ok) return sendError(reply, answer.error.code, answer.error.params)
      if (isUnchanged(answer.value, request)) return sendUnchanged(answer.value, call.maxAgeSec, request, reply)
      await answer.value.packed.send(request, addValidator(answer.value, call.maxAgeSec, request, reply))
      return reply
    },
  )
}

function isPublicPath(path: string): path is PublicPath {
  return Object.hasOwn(PUBLIC_CALLS, path)
}

/** The budget is the address's, also with a token: tokens are ignored here. */
function callerOf({ ip }: FastifyRequest): Pick<FastifyRequest, 'claims' | 'ip'> {
  return { claims: undefined, ip }
}

function costOf(status: number): number {
  if (status === 304) return COST_OF_NOT_MODIFIED
  return status < 400 ? COST_OF_ANSWER : COST_OF_ERROR
}

/** A strong validator names the bytes, which differ by encoding. */
function validatorOf({ etag, packed }: Answer, request: FastifyRequest): string {
  const encoding = packed.encodingFor(request)
  return encoding === undefined ? `"${etag}"` : `"${etag}-${encoding}"`
}

function addValidator(answer: Answer, maxAgeSec: number, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return addCaching(reply, validatorOf(answer, request), maxAgeSec)
}

/** Lets caches keep an answer. @param validator its strong entity tag, in quotes */
export function addCaching(reply: FastifyReply, validator: string, maxAgeSec: number): FastifyReply {
  return reply
    .header('etag', validator)
    .header('cache-control', `public, max-age=${maxAgeSec}, stale-while-revalidate=${STALE_SEC}`)
}

function isUnchanged(answer: Answer, request: FastifyRequest): boolean {
  return request.headers['if-none-match'] !== undefined && isKnownValidator(request, validatorOf(answer, request))
}

/** Whether the caller has the answer with this entity tag. */
export function isKnownValidator(request: FastifyRequest, validator: string): boolean {
  const known = request.headers['if-none-match'] ?? ''
  return (
    known === validator || known.split(',').some((each) => ['*', validator].includes(each.trim().replace(/^W\//, '')))
  )
}

function sendUnchanged(answer: Answer, maxAgeSec: number, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return addValidator(answer, maxAgeSec, request, reply).header('vary', 'accept-encoding').code(304).send()
}

type Made = ApiResult<Answer>

/** Answers of one call by its parsed input, each made again when it is older than caches may keep it. */
class Answers {
  readonly #lifeMs: number
  /** Keys of the addresses used last. */
  readonly #keys = new Map<string, string>()
  readonly #answers = new Map<string, Answer>()
  readonly #making = new Map<string, Promise<Made>>()

  constructor(lifeMs: number) {
    this.#lifeMs = lifeMs
  }

  /** Remembers the input that an address means. */
  remember(address: string, key: string): void {
    if (address.length > ADDRESS_LENGTH_MAX) return
    if (this.#keys.size >= ANSWERS_MAX) this.#keys.clear()
    this.#keys.set(address, key)
  }

  /** The answer to an address, if caches may still keep it. */
  fresh(address: string): Answer | undefined {
    const known = this.#answers.get(this.#keys.get(address) ?? '')
    return known !== undefined && known.freshUntilMs > performance.now() ? known : undefined
  }

  /** @param make makes the answer; concurrent requests share one run */
  get(key: string, make: () => Promise<ApiResult<unknown>>): Promise<Made> {
    const known = this.#answers.get(key)
    if (known !== undefined && known.freshUntilMs > performance.now())
      return Promise.resolve({ ok: true, value: known })
    const running = this.#making.get(key)
    if (running !== undefined) return running
    const making = this.#make(key, this.#answers.get(key), make).finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    return making
  }

  async #make(key: string, known: Answer | undefined, make: () => Promise<ApiResult<unknown>>): Promise<Made> {
    const freshUntilMs = performance.now() + this.#lifeMs
    const result = await make()
    if (!result.ok) return result
    const text = JSON.stringify(result.value)
    const etag = hash('sha256', text, 'base64url').slice(0, ETAG_LENGTH)
    // An equal answer keeps its compressed bytes.
    const packed = known?.etag === etag ? known.packed : packText(text)
    const answer = { etag, packed, freshUntilMs }
    this.#answers.delete(key)
    this.#answers.set(key, answer)
    for (const [oldest, { freshUntilMs: untilMs }] of this.#answers) {
      if (this.#answers.size <= ANSWERS_MAX && untilMs > performance.now()) break
      this.#answers.delete(oldest)
    }
    return { ok: true, value: answer }
  }
}
