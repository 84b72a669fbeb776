import { setTimeout as wait } from 'node:timers/promises'
import { Writable } from 'node:stream'
import fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLogger } from '../logger.ts'
import { logNotableRequests } from './request-log.ts'

const SLOW_MS = 1_050
const lines: string[] = []
const destination = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk))
    done()
  },
})
const log: FastifyBaseLogger = createLogger('info', destination)
const app = fastify({ loggerInstance: log, logController: new LogController({ disableRequestLogging: true }) })

beforeAll(async () => {
  logNotableRequests(app)
  app.get('/items/:id', () => 'fine')
  app.get('/refused', (_request, reply) => reply.code(409).send('no'))
  app.get('/failing/:id', (_request, reply) => reply.code(503).send('later'))
  app.get('/slow', async () => {
    await wait(SLOW_MS)
    return 'late'
  })
  await app.ready()
})
afterAll(() => app.close())

it.each([
  ['/items/3', []],
  ['/refused', []],
  ['/failing/3?token=secret', [{ msg: 'request failed', call: 'GET /failing/:id', status: 503 }]],
  ['/slow', [{ msg: 'slow request', call: 'GET /slow', status: 200 }]],
  ['/slow?wait=20', []],
])('logs only requests that fail or are slow, without their values: %s', async (url, expected) => {
  lines.length = 0
  await app.inject(url)
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject(expected)
  expect(lines.join('')).not.toContain('secret')
})
