import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { calls, ERRORS, type Call } from '@clutch/contract'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Commands } from '../http/commands.ts'

const PROTOS = ['live.proto', 'client.proto'] as const

/**
 * The live connection's description, next to OpenAPI's: `/api/asyncapi.json`, with the messages' own language at
 * `/api/live.proto` and `/api/client.proto`. The commands in it are those that are mounted.
 */
export function describeLiveConnection(app: FastifyInstance, commands: Commands): void {
  let document: object | undefined
  app.get('/api/asyncapi.json', { schema: { hide: true } }, (_request, reply) => {
    document ??= asyncApi(commands)
    return reply.send(document)
  })
  for (const file of PROTOS) {
    const text = readFileSync(fileURLToPath(import.meta.resolve(`@clutch/contract/${file}`)), 'utf8')
    app.get(`/api/${file}`, { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(text),
    )
  }
}

function asyncApi(commands: Commands): object {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Clutch live connection',
      version: '1',
      description: [
        'GET /api/get-server answers where to connect and a token that opens one connection within 30 seconds.',
        'Messages are binary. A client need not send anything; it may say which book it looks at, and send commands.',
        `An answer carries the status and the body that HTTP would. Codes: ${Object.keys(ERRORS).join(', ')}.`,
      ].join(' '),
    },
    channels: {
      live: {
        address: '/ws',
        bindings: { ws: { method: 'GET', query: { type: 'object', properties: { token: { type: 'string' } } } } },
        messages: {
          EventBatch: protobuf('live.proto', 'EventBatch'),
          ClientMessage: protobuf('client.proto', 'ClientMessage'),
        },
      },
    },
    operations: {
      receiveBatch: {
        action: 'receive',
        channel: { $ref: '#/channels/live' },
        messages: [{ $ref: '#/channels/live/messages/EventBatch' }],
      },
      sendMessage: {
        action: 'send',
        channel: { $ref: '#/channels/live' },
        messages: [{ $ref: '#/channels/live/messages/ClientMessage' }],
      },
    },
    components: {
      schemas: Object.fromEntries(commands.names().map((name) => [schemaName(name), schemasOf(calls[name])])),
    },
  }
}

function schemasOf({ summary, body, response }: Call): object {
  return {
    description: summary,
    type: 'object',
    properties: {
      body: z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }),
      answer: z.toJSONSchema(response, { io: 'input', unrepresentable: 'any' }),
    },
  }
}

/** `POST /craft/start` as a key that AsyncAPI allows. */
function schemaName(name: string): string {
  return name.replace(/^\w+ \//, '').replaceAll('/', '.')
}

function protobuf(file: (typeof PROTOS)[number], message: string): object {
  return {
    contentType: 'application/x-protobuf',
    payload: {
      schemaFormat: 'application/vnd.google.protobuf;version=3',
      schema: { $ref: `/api/${file}#clutch.live.v1.${message}` },
    },
  }
}
