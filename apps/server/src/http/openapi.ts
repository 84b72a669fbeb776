import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { ERRORS } from '@clutch/contract'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { PUBLIC_PREFIX } from './public-calls.ts'
import { SERVER_PREFIX } from './server-calls.ts'

/** Serves the OpenAPI document, generated from the mounted routes, at `/api/openapi.json`, and a reader at `/api/docs`. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Clutch',
        version: '1',
        description: `Errors answer \`{"code", "message", "params"}\`. Codes: ${Object.keys(ERRORS).join(', ')}.`,
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    // Public calls and those of the game's server have separate documents.
    transform: (route) =>
      [SERVER_PREFIX, PUBLIC_PREFIX].some((prefix) => route.url.startsWith(prefix))
        ? { schema: { hide: true }, url: route.url }
        : jsonSchemaTransform(route),
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs' })
  app.get('/api/openapi.json', { schema: { hide: true } }, (_request, reply) => reply.send(app.swagger()))
}
