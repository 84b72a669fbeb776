import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReaderCounts, ReaderInput } from './event-readers.ts'

/**
 * What a studio runs: a reader that follows the event log, and a receiver of a webhook for all events. Ready when the
 * reader has caught up; prints its counts when it is terminated.
 */
const { url, secret, after } = JSON.parse(process.argv[2] ?? '{}') as ReaderInput
const PAGE_SIZE = 1_000
const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
let read = 0
let received = 0
let next = after
const stopping = new AbortController()

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(`${url}/api/server/v1${path}`, { method, headers, ...sent })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
  return response.json()
}

/** @returns the number of events */
async function readPage(): Promise<number> {
  const page = (await call('GET', `/events?limit=${PAGE_SIZE}&wait=1&after=${next}`)) as {
    readonly events: readonly object[]
    readonly next: string
  }
  next = page.next
  return page.events.length
}

const receiver = createServer((request, response) => {
  received += 1
  request.resume().on('end', () => response.writeHead(204).end())
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
process.once('SIGTERM', () => stopping.abort())

while ((await readPage()) === PAGE_SIZE);
await call('PUT', '/webhooks/bench', { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` })
console.log(JSON.stringify({}))
while (!stopping.signal.aborted) read += await readPage()
await call('DELETE', '/webhooks/bench')
console.log(JSON.stringify({ read, received, next } satisfies ReaderCounts))
process.exit(0)
