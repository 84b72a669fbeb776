import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formBody from '@fastify/formbody'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifySchemaCompiler,
  type onRequestAsyncHookHandler,
} from 'fastify'
import metrics from 'fastify-metrics'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type * as z from 'zod'
import { handleError, sendError } from './errors.ts'
import { guardOperatorPaths, type OperatorOptions } from './operator-access.ts'
import { answerClientError, refuseExpectations, refuseSeveralHosts } from './parser-errors.ts'
import { publishProcessMetrics } from './process-metrics.ts'
import { addSecurityHeaders } from './security-headers.ts'

export interface HttpAppOptions extends OperatorOptions {
  readonly log: FastifyBaseLogger
  readonly publicUrl: () => string
  readonly embedOrigins: readonly string[]
  /** How many proxies of the operator's stand before the server: the caller's address is what the outermost saw. */
  readonly trustedProxies: number
}

/** Bodies are small: the largest is an order. */
export const BODY_BYTES_MAX = 64 * 1024
const REQUEST_TIMEOUT_MS = 30_000
/** Shorter answers are faster sent than compressed. */
const COMPRESSED_BYTES_MIN = 4_096
/** Answers are made anew each time: a tenth larger than with more effort, for a sixth of the work. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

/** The HTTP application without any call: security, parsing, errors, metrics. */
export async function createHttpApp(options: HttpAppOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: (_address, hop) => hop < options.trustedProxies,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
    routerOptions: { ignoreTrailingSlash: true },
  })
  app.setValidatorCompiler(compileValidator)
  // Answers come from our own code and tests check them against the contract; parsing them again would cost every order.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.setErrorHandler(handleError)
  app.decorateRequest('claims', undefined)
  app.decorateRequest('operator', undefined)
  app.decorateRequest('isHandled', false)
  acceptEmptyJson(app)
  refuseExpectations(app)
  app.addHook('onRequest', addSecurityHeaders(options))
  app.addHook('onRequest', refuseSeveralHosts)
  if (options.trustedProxies === 0) app.addHook('onRequest', warnOfUncountedProxy(options.log))
  app.addHook('onRequest', guardOperatorPaths(options))
  await app.register(compress, {
    threshold: COMPRESSED_BYTES_MIN,
    encodings: ['br', 'gzip'],
    brotliOptions: BROTLI_OPTIONS,
  })
  await app.register(cookie)
  await app.register(formBody)
  await app.register(metrics.default, {
    endpoint: '/metrics',
    // The registry belongs to the process: without this a second app in it, as tests start them, could not register.
    clearRegisterOnInit: true,
    defaultMetrics: { enabled: false },
    routeMetrics: { enabled: { summary: false, histogram: true } },
  })
  publishProcessMetrics(app)
  return app
}

/** Logs the first request that came through a proxy which TRUSTED_PROXIES does not count. */
function warnOfUncountedProxy(log: FastifyBaseLogger): onRequestAsyncHookHandler {
  let hasWarned = false
  return async ({ headers, ip }) => {
    if (hasWarned || headers['x-forwarded-for'] === undefined) return
    hasWarned = true
    log.warn({ proxy: ip }, UNCOUNTED_PROXY)
  }
}

const UNCOUNTED_PROXY =
  'X-Forwarded-For ignored: TRUSTED_PROXIES is 0, so all players behind this proxy share one address and its budgets'

/**
 * Fastify says `null` where nothing was sent; to a schema with defaults that would be something. Headers are described
 * by schemas and checked where they are read: parsing all of them would cost every order.
 */
const compileValidator: FastifySchemaCompiler<z.ZodType> = (part) => {
  if (part.httpPart === 'headers') return acceptHeaders
  const validate = validatorCompiler(part)
  return (data: unknown) => validate(data ?? undefined)
}

function acceptHeaders(headers: unknown): { value: unknown } {
  return { value: headers }
}

/** JSON is the one body that is always read; clients that send none often say it is JSON all the same. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}

/** Everything under `/api` that is no call. */
export function refuseUnknownCalls(app: FastifyInstance): void {
  app.all('/api/*', { schema: { hide: true } }, (_request, reply) => sendError(reply, 'not_found'))
}
