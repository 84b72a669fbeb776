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
import { logNotableRequests } from './request-log.ts'
import { addSecurityHeaders } from './security-headers.ts'

/** Sampling interval of the event loop's delay; the default of 10 ms takes 0.5 % of a core. */
const UTILIZATION_EVERY_MS = 1_000

type MetricsClient = FastifyInstance['metrics']['client']

/** Its timers never end, so it is started once per process, however many apps run in it. */
let measured: InstanceType<MetricsClient['Registry']> | undefined

export interface HttpAppOptions extends OperatorOptions {
  readonly log: FastifyBaseLogger
  readonly publicUrl: () => string
  readonly embedOrigins: readonly string[]
  /** Number of trusted proxies in front of the server; the caller's address is the one the outermost proxy saw. */
  readonly trustedProxies: number
}

/** Largest request body, in bytes. */
export const BODY_BYTES_MAX = 64 * 1024
const REQUEST_TIMEOUT_MS = 30_000
/** Shorter responses are sent uncompressed: compressing them would take longer. */
const COMPRESSED_BYTES_MIN = 4_096
/** Brotli quality for dynamic responses: 10 % larger than the default, for a sixth of the processor time. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

/** The HTTP application without routes: security headers, parsing, errors, metrics. */
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
  // Responses come from our own code, and tests check them against the contract; validating each would slow every order.
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
  logNotableRequests(app)
  await app.register(compress, {
    threshold: COMPRESSED_BYTES_MIN,
    encodings: ['br', 'gzip'],
    brotliOptions: BROTLI_OPTIONS,
  })
  await app.register(cookie)
  await app.register(formBody)
  await app.register(metrics.default, {
    endpoint: '/metrics',
    // The registry is global: without this, a second app in the process (in tests) could not register its metrics.
    clearRegisterOnInit: true,
    defaultMetrics: { enabled: false },
    routeMetrics: { enabled: { summary: false, histogram: true } },
  })
  publishProcessMetrics(app)
  return app
}

/** Logs the first request through a proxy that TRUSTED_PROXIES does not include. */
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
 * Fastify passes `null` for a missing body, which a schema with defaults would reject. Headers are described by schemas
 * but validated where they are read: parsing all of them would slow every order.
 */
const compileValidator: FastifySchemaCompiler<z.ZodType> = (part) => {
  if (part.httpPart === 'headers') return acceptHeaders
  const validate = validatorCompiler(part)
  return (data: unknown) => validate(data ?? undefined)
}

function acceptHeaders(headers: unknown): { value: unknown } {
  return { value: headers }
}

/** Parses JSON; accepts an empty body, since clients often send the JSON content type without one. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}

/** Responds 404 to unknown paths under `/api`. */
export function refuseUnknownCalls(app: FastifyInstance): void {
  app.all('/api/*', { schema: { hide: true } }, (_request, reply) => sendError(reply, 'not_found'))
}

/** Publishes processor time, memory and event-loop delay at `/metrics`. */
function publishProcessMetrics(app: FastifyInstance): void {
  const { client } = app.metrics
  if (measured === undefined) {
    measured = new client.Registry()
    client.collectDefaultMetrics({ register: measured, eventLoopUtilizationTimeout: UTILIZATION_EVERY_MS })
  }
  for (const { name } of measured.getMetricsAsArray()) {
    const metric = measured.getSingleMetric(name)
    if (metric !== undefined) client.register.registerMetric(metric)
  }
}
