import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { OrderSequence, type Load, type LoadResult } from './orders-load.ts'

/** Sends orders over HTTP and prints the acknowledged orders per second as JSON. */
const load = JSON.parse(process.argv[2] ?? '') as Load
const orders = new OrderSequence(load)

const result = await autocannon({
  url: load.url,
  connections: load.connections,
  duration: load.seconds,
  ...(load.perSecond === undefined ? {} : { overallRate: load.perSecond }),
  requests: [{ method: 'POST', setupRequest: nextOrder }],
})
const { errors, timeouts, statusCodeStats = {} } = result
const refused = Object.entries(statusCodeStats).filter(([status]) => !status.startsWith('2'))
const failures = Object.fromEntries([
  ...refused.map(([status, { count = 0 }]) => [status, count] as const),
  ['errors', errors - timeouts],
  ['timeouts', timeouts],
])
const answer: LoadResult = { perSecond: result['2xx'] / result.duration, p99Ms: result.latency.p99, failures }
console.log(JSON.stringify(answer))

function nextOrder(request: autocannon.Request): autocannon.Request {
  const { player, path, body } = orders.next()
  return {
    ...request,
    path: load.path ?? `/api${path}`,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${load.tokens[player] ?? ''}`,
      'idempotency-key': randomUUID(),
    },
    body,
  }
}
