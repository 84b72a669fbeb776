import { SECOND_MS } from '@clutch/contract/formats'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { OrderSequence } from './orders-load.ts'
import type { PlacedOrder, ServersLoad, ServersResult } from './servers.ts'

/**
 * Players behind a balancer: sockets that reconnect when they are closed, and orders at a steady rate, each sent once more
 * with its key when it fails. Ready when all sockets are open; prints its counts when it is terminated.
 */
const load = JSON.parse(process.argv[2] ?? '{}') as ServersLoad
const TICK_MS = 5
const RETRY_PAUSE_MS = 250
const RECONNECT_PAUSE_MS = 500
const RESPONSE_MAX_MS = 20_000
const CONNECTED_AT_ONCE = 50

const sequence = new OrderSequence({ ...load, path: null, seconds: 0, connections: 0, zipf: 0 })
const orders: PlacedOrder[] = []
const failures: Record<string, number> = {}
const open = new Set<Promise<void>>()
const over = new AbortController()
let [retried, refused, reconnected, messages] = [0, 0, 0, 0]

for (let first = 0; first < load.sockets; first += CONNECTED_AT_ONCE) {
  const count = Math.min(CONNECTED_AT_ONCE, load.sockets - first)
  await Promise.all(
    Array.from({ length: count }, (_, index) => connect(load.tokens[(first + index) % load.tokens.length])),
  )
}
process.once('SIGTERM', () => over.abort())
console.log(JSON.stringify({}))

const startedAtMs = performance.now()
for (let sent = 0; !over.signal.aborted; await wait(TICK_MS)) {
  const due = ((performance.now() - startedAtMs) / SECOND_MS) * load.perSecond
  for (; sent < due; sent += 1) {
    const placed = place().finally(() => open.delete(placed))
    open.add(placed)
  }
}
await Promise.all(open)
const result: ServersResult = { orders, retried, failures, refused, reconnected, messages }
// The line is long: wait until all of it is written.
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0))

async function place(): Promise<void> {
  const { player, path, body } = sequence.next()
  const key = randomUUID()
  const sentAtMs = Date.now()
  const send = (): Promise<string> =>
    fetch(`${load.url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${load.tokens[player] ?? ''}`,
        'idempotency-key': key,
      },
      body,
      signal: AbortSignal.timeout(RESPONSE_MAX_MS),
    }).then(
      async (response) => {
        await response.arrayBuffer()
        return String(response.status)
      },
      (error: unknown) => (error instanceof Error ? error.name : 'Error'),
    )
  let result = await send()
  if (result !== '200') {
    retried += 1
    await wait(RETRY_PAUSE_MS)
    result = await send()
  }
  if (result === '200') orders.push([sentAtMs, Date.now()])
  else failures[result] = (failures[result] ?? 0) + 1
}

/** Opens a live connection, and again each time it is closed. Resolves when it is open. */
async function connect(token = ''): Promise<void> {
  for (; ; await wait(RECONNECT_PAUSE_MS)) {
    if (over.signal.aborted) return
    try {
      const response = await fetch(`${load.url}/api/get-server`, { headers: { authorization: `Bearer ${token}` } })
      const { token: ticket } = (await response.json()) as { readonly token?: string }
      const socket = new WebSocket(`${load.url}/ws?token=${ticket ?? ''}`, { perMessageDeflate: false })
      socket.on('message', () => (messages += 1))
      await once(socket, 'open')
      socket.on('error', () => undefined)
      socket.once('close', () => {
        reconnected += 1
        void connect(token)
      })
      return
    } catch {
      refused += 1
    }
  }
}
