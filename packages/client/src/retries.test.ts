import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createPublicClient, createServerClient } from './clients.ts'
import { unwrap } from './errors.ts'

const PRICES = '/api/public/v1/prices'
let server: Server | undefined

afterEach(() => void server?.close())

/** Responds to the n-th request by the n-th of these, and by the last one from then on. @returns its address */
async function respondBy(...responses: RequestListener[]): Promise<string> {
  let count = 0
  server = createServer((request, response) => {
    responses[Math.min(count++, responses.length - 1)]?.(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(code, headers).end()

const json =
  (body: object): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const prices = json({ snapshot_id: '1', prices: [] })
const breakInBody: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 }).write('{"snap')
  setTimeout(() => response.destroy(), 20)
}

it.each([
  [
    'that was rejected for its rate is repeated after the time that the server names',
    status(429, { 'retry-after': '1' }),
  ],
  ['that the server could not answer is repeated', status(503)],
  ['whose response breaks off is repeated', breakInBody],
])('a request %s', async (_case, first) => {
  const url = await respondBy(first, prices)
  expect(unwrap(await createPublicClient({ url }).GET(PRICES))).toEqual({ snapshot_id: '1', prices: [] })
})

it('a pause of hours is left to the caller', async () => {
  const url = await respondBy(status(429, { 'retry-after': '3600' }), prices)
  const { response } = await createPublicClient({ url }).GET(PRICES)
  expect(response.status).toBe(429)
})

it('a request without a usable response is not repeated if that could change more', async () => {
  const url = await respondBy(status(503), json({ url: 'http://localhost/', expires_at: 0 }))
  const { response } = await createServerClient({ url, key: 'clk' }).POST(
    '/api/server/v1/players/{steam_id}/sign-in-links',
    { params: { path: { steam_id: '76561198000000101' } } },
  )
  expect(response.status).toBe(503)
})

it('an error that is not from Clutch has a code as well', async () => {
  const url = await respondBy((_request, response) => response.writeHead(404).end('<h1>Not found</h1>'))
  const result = await createPublicClient({ url }).GET(PRICES)
  expect(() => unwrap(result)).toThrow('unexpected_response: Not a response of Clutch (HTTP 404)')
})
