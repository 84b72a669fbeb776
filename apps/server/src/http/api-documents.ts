import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { API_VERSION, API_VERSION_HEADER, calls, ERRORS, type Call } from '@clutch/contract'
import { webhookMessage } from '@clutch/contract/server'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { sendError } from './errors.ts'
import { CORS_HEADERS, PUBLIC_PREFIX } from './public-calls.ts'
import { SERVER_PREFIX } from './server-calls.ts'

interface ApiDocument {
  readonly name: string
  readonly path: string
  readonly description: string
  readonly security: 'bearer' | 'key' | undefined
  /** @param call the contract's call, of routes that are one of its calls */
  readonly includes: (url: string, call: Call | undefined) => boolean
  /** What this server sends, by name. */
  readonly webhooks?: object
}

const isOperatorCall = (call: Call | undefined): boolean => call?.action !== undefined
const isForTools = (url: string): boolean => url.startsWith(SERVER_PREFIX) || url.startsWith(PUBLIC_PREFIX)

/** Where the operators' document is: it always needs the operator's token. */
export const OPERATOR_DOCUMENT = '/api/operator/openapi.json'

const DOCUMENTS = {
  swagger: {
    name: 'Players',
    path: '/api/openapi.json',
    description: 'Calls of a player, with the token of a session or a key of the player.',
    security: 'bearer',
    includes: (url, call) => !isForTools(url) && !isOperatorCall(call),
  },
  serverSwagger: {
    name: 'The game’s server',
    path: `${SERVER_PREFIX}/openapi.json`,
    description: '`Authorization: Bearer clk_…`, a server key.',
    security: 'key',
    includes: (url) => url.startsWith(SERVER_PREFIX),
    webhooks: { event: { post: describeWebhook() } },
  },
  publicSwagger: {
    name: 'Public market data',
    path: `${PUBLIC_PREFIX}/openapi.json`,
    description: 'No token, readable from any page.',
    security: undefined,
    includes: (url) => url.startsWith(PUBLIC_PREFIX),
  },
  operatorSwagger: {
    name: 'Operators',
    path: OPERATOR_DOCUMENT,
    description: 'Calls of moderators and administrators, with the token of their session.',
    security: 'bearer',
    includes: (url, call) => !isForTools(url) && isOperatorCall(call),
  },
} as const satisfies Record<string, ApiDocument>

const SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  key: { type: 'http', scheme: 'bearer' },
} as const

interface DescribeOptions {
  readonly servesPublicApi: boolean
  /** Whether the reader offers the operators' document. */
  readonly listsOperators: boolean
}

/**
 * Serves OpenAPI documents, generated from the routes that are mounted on `app` after this: one each for players, for
 * the game's server, for public market data and for operators. The reader at `/api/docs` shows them.
 */
export async function describeApi(app: FastifyInstance, options: DescribeOptions): Promise<void> {
  const served = Object.entries<ApiDocument>(DOCUMENTS).filter(
    ([decorator]) => decorator !== 'publicSwagger' || options.servesPublicApi,
  )
  for (const [decorator, document] of served) await serveDocument(app, decorator, document)
  const listed = served.filter(([, { path }]) => path !== OPERATOR_DOCUMENT || options.listsOperators)
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { urls: listed.map(([, { name, path }]) => ({ name, url: path })) },
  })
  app.addHook('onRequest', checkVersion)
}

async function serveDocument(app: FastifyInstance, decorator: string, document: ApiDocument): Promise<void> {
  await app.register(swagger, {
    // The reader needs a document under the plugin's own name.
    ...(decorator === 'swagger' ? {} : { decorator }),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `Clutch: ${document.name}`,
        version: API_VERSION,
        description: `${document.description} Errors answer \`{"code", "message", "params"}\`. Codes: ${Object.keys(ERRORS).join(', ')}.`,
      },
      ...(document.security === undefined
        ? {}
        : { components: { securitySchemes: { [document.security]: SCHEMES[document.security] } } }),
    },
    transform: (route) =>
      document.includes(route.url, findCall(route.route.method, route.url))
        ? completeDescription(jsonSchemaTransform(route))
        : { schema: { hide: true }, url: route.url },
  })
  app.get(document.path, { schema: { hide: true } }, (_request, reply) =>
    reply.headers(document.security === undefined ? CORS_HEADERS : {}).send({
      ...app.getDecorator<() => object>(decorator)(),
      ...(document.webhooks === undefined ? {} : { webhooks: document.webhooks }),
    }),
  )
}

/** The body of every 4xx and 5xx response. */
const ERROR = {
  type: 'object',
  description: 'An error',
  required: ['code', 'message', 'params'],
  properties: {
    code: { type: 'string', description: 'Stable; new codes may be added' },
    message: { type: 'string', description: 'In English' },
    params: {
      type: 'object',
      additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      description: 'Values of the message',
    },
  },
} as const

type Description = ReturnType<typeof jsonSchemaTransform>

/**
 * Adds the error response, which is no part of the routes' schemas: those serialize responses. A query of any parameters
 * gets `properties`, without which the plugin takes the keywords of its schema for parameters.
 */
function completeDescription({ schema, url }: Description): Description {
  const { querystring, response, ...rest } = schema
  return {
    url,
    schema: {
      ...rest,
      ...(querystring === undefined ? {} : { querystring: { properties: {}, ...Object(querystring) } }),
      response: { ...Object(response), default: ERROR },
    },
  }
}

/** What endpoints of webhooks get. */
function describeWebhook(): object {
  const { $schema: _, ...schema } = z.toJSONSchema(webhookMessage, { io: 'output', unrepresentable: 'any' })
  return {
    summary: 'An event, signed as Standard Webhooks specifies',
    description:
      'Headers: `webhook-id`, the same for all attempts of an event; `webhook-timestamp`; `webhook-signature`. Respond 2xx within 15 s.',
    requestBody: { content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'Accepted' }, '410': { description: 'Disables the endpoint' } },
  }
}

const CALLS: Readonly<Record<string, Call>> = calls

function findCall(method: string | readonly string[], url: string): Call | undefined {
  return CALLS[`${String(method)} ${url.replace(/^\/api/, '')}`]
}

/**
 * A client may name the version it was written for (docs/api-changes.md). An unknown one is refused: its behaviour could
 * not be promised.
 */
const checkVersion: onRequestHookHandler = (request, reply, done) => {
  const wanted = request.headers[API_VERSION_HEADER]
  if (wanted === undefined) return done()
  void reply.header(API_VERSION_HEADER, API_VERSION)
  if (wanted === API_VERSION) return done()
  sendError(reply, 'unknown_version', { version: String(wanted).slice(0, API_VERSION.length), latest: API_VERSION })
}
