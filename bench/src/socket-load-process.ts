import { SECOND_MS } from '@clutch/contract/formats'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { OrderSequence, type Load, type LoadResult } from './orders-load.ts'
import { encodeCalls, readAnswers, type SentCall } from './wire.ts'

/** Sends orders over the live connection and prints the acknowledged orders per second as JSON. */
const load = JSON.parse(process.argv[2] ?? '') as Load
const HTTP_OK = 200
const TICK_MS = 1

const orders = new OrderSequence(load)
const inFlightPerSocket = Math.ceil(load.connections / load.tokens.length)
const failures: Record<string, number> = {}
/** Planned send time of each order in flight, by id. */
const dueAtMs = new Map<number, number>()
const latenciesMs: number[] = []
let [acknowledged, answered, lastId, isOver] = [0, 0, 0, false]

const sockets = await Promise.all(load.tokens.map((_, index) => connect(index)))
const startedAtMs = performance.now()
if (load.perSecond === undefined) {
  for (const send of sockets) for (let count = 0; count < inFlightPerSocket; count += 1) send()
  await wait(load.seconds * SECOND_MS)
} else await sendEvenly(load.perSecond)
isOver = true
const elapsedSec = (performance.now() - startedAtMs) / SECOND_MS
latenciesMs.sort((a, b) => a - b)
const p99Ms = latenciesMs[Math.floor(latenciesMs.length * 0.99)]
const answer: LoadResult = { perSecond: acknowledged / elapsedSec, ...(p99Ms === undefined ? {} : { p99Ms }), failures }
console.log(JSON.stringify(answer))
process.exit()

/** Sends from all sockets evenly, up to the limit of orders in flight. */
async function sendEvenly(perSecond: number): Promise<void> {
  for (let sent = 0; performance.now() - startedAtMs < load.seconds * SECOND_MS;) {
    const due = ((performance.now() - startedAtMs) / SECOND_MS) * perSecond
    for (; sent < due && lastId - answered < load.connections; sent += 1) {
      sockets[sent % sockets.length]?.()
      dueAtMs.set(lastId, startedAtMs + (sent / perSecond) * SECOND_MS)
    }
    await wait(TICK_MS)
  }
}

/** Connects one player's socket. @returns a function that sends their next order. */
async function connect(index: number): Promise<() => void> {
  const response = await fetch(`${load.url}/api/get-server`, {
    headers: { authorization: `Bearer ${load.tokens[index] ?? ''}` },
  })
  const { server_url, token } = (await response.json()) as { server_url: string; token: string }
  const socket = new WebSocket(`${server_url}/ws?token=${token}`, { perMessageDeflate: false })
  let queued: SentCall[] = []
  const flush = (): void => {
    socket.send(encodeCalls(queued))
    queued = []
  }
  const send = (): void => {
    lastId += 1
    const { path, body } = orders.nextOf(index)
    if (queued.length === 0) setImmediate(flush)
    queued.push({ id: lastId, name: `POST ${path}`, idempotencyKey: randomUUID(), body })
  }
  socket.on('message', (data: Buffer) => {
    for (const { id, status } of readAnswers(data)) {
      if (isOver) return
      const dueMs = dueAtMs.get(id)
      if (dueMs !== undefined) latenciesMs.push(performance.now() - dueMs)
      dueAtMs.delete(id)
      answered += 1
      if (status === HTTP_OK) acknowledged += 1
      else failures[status] = (failures[status] ?? 0) + 1
      if (load.perSecond === undefined) send()
    }
  })
  await once(socket, 'open')
  return send
}
