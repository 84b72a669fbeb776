import { SECOND_MS } from '@clutch/contract/formats'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { decodeBatch } from '@clutch/contract/live'
import type { ChatLoad, ChatResult } from './chat-load.ts'
import { takeFrames } from './frames.ts'
import { openRawSocket } from './raw-socket.ts'

/**
 * Listens with many sockets to one channel while a few players write to it. Prints one line of JSON once all sockets
 * listen, and the result as another.
 */
const load = JSON.parse(process.argv[2] ?? '') as ChatLoad
const OPENED_AT_ONCE = 50
/** Wait for messages still in flight. */
const END_WAIT_MS = 5_000
/** Longer delays are recorded as this. */
const DELAY_MAX_MS = 60_000
const TICK_MS = 10
const agent = new Agent({ keepAlive: true })

/** What one socket has received. Kept small, because the load generator shares the CPUs with the server. */
interface Listener {
  lastId: number
  count: number
  /** Bytes of an incomplete frame. */
  rest: Buffer
}

const listeners: Listener[] = []
/** Number of deliveries by delay, over all sockets. */
const countByDelayMs = new Uint32Array(DELAY_MAX_MS + 1)
/** Messages received out of order or twice. */
let outOfOrder = 0
/** The last decoded bytes: nearly all sockets receive the same, which are decoded once. */
let latest: { readonly bytes: Buffer; readonly messages: readonly (readonly [id: number, sentAtMs: number])[] } = {
  bytes: Buffer.alloc(0),
  messages: [],
}

for (let index = 0; index < load.sockets; index += OPENED_AT_ONCE) {
  const some = Math.min(OPENED_AT_ONCE, load.sockets - index)
  await Promise.all(Array.from({ length: some }, (_, place) => listen(index + place)))
}
console.log(JSON.stringify({ listening: listeners.length }))
await wait(load.pauseSeconds * SECOND_MS)
let [said, refused] = [0, 0]
const startedAtMs = performance.now()
const inFlight = new Set<Promise<void>>()
for (let sent = 0; performance.now() - startedAtMs < load.seconds * SECOND_MS;) {
  const due = ((performance.now() - startedAtMs) / SECOND_MS) * load.perSecond
  for (; sent < due; sent += 1) {
    const saying = say(sent).finally(() => inFlight.delete(saying))
    inFlight.add(saying)
  }
  await wait(TICK_MS)
}
await Promise.all(inFlight)
const untilMs = performance.now() + END_WAIT_MS
while (performance.now() < untilMs && missing() > 0) await wait(TICK_MS)

const answer: ChatResult = {
  said,
  refused,
  missing: missing(),
  outOfOrder,
  p50Ms: delayMs(0.5),
  p99Ms: delayMs(0.99),
  maxMs: delayMs(1),
}
console.log(JSON.stringify(answer))
process.exit()

function missing(): number {
  return listeners.reduce((sum, { count }) => sum + said - count, 0)
}

/** Delay at a quantile of all deliveries. */
function delayMs(share: number): number {
  const all = countByDelayMs.reduce((sum, count) => sum + count, 0)
  let counted = 0
  return countByDelayMs.findIndex((count) => (counted += count) >= all * share)
}

async function listen(index: number): Promise<void> {
  const token = load.listeners[index % load.listeners.length] ?? ''
  const answered = await fetch(`${load.url}/api/get-server`, { headers: { authorization: `Bearer ${token}` } })
  const { server_url, token: ticket } = (await answered.json()) as { server_url: string; token: string }
  const listener: Listener = { lastId: 0, count: 0, rest: Buffer.alloc(0) }
  listeners.push(listener)
  await openRawSocket(`${server_url}/ws?token=${ticket}`, (bytes) => receive(listener, bytes))
}

function receive(listener: Listener, bytes: Buffer): void {
  if (listener.rest.length > 0 || !bytes.equals(latest.bytes)) latest = read(listener, bytes)
  const nowMs = Date.now()
  for (const [id, sentAtMs] of latest.messages) {
    if (id <= listener.lastId) outOfOrder += 1
    else listener.count += 1
    listener.lastId = Math.max(listener.lastId, id)
    const delay = Math.min(DELAY_MAX_MS, nowMs - sentAtMs)
    countByDelayMs[delay] = (countByDelayMs[delay] ?? 0) + 1
  }
}

/** Decodes received bytes. Only complete frames are cached. */
function read(listener: Listener, bytes: Buffer): typeof latest {
  const isWhole = listener.rest.length === 0
  const { batches, rest } = takeFrames(isWhole ? bytes : Buffer.concat([listener.rest, bytes]))
  // Copy: the socket reuses its buffer.
  listener.rest = Buffer.from(rest)
  return {
    bytes: isWhole && rest.length === 0 ? Buffer.from(bytes) : Buffer.alloc(0),
    messages: batches.flatMap(messagesOf),
  }
}

function messagesOf(bytes: Buffer): (readonly [number, number])[] {
  return decodeBatch(bytes).events.flatMap(({ payload }) =>
    payload.case === 'chatMessageAdded' && payload.value.channel === load.channelId
      ? [[Number(payload.value.id), Number(payload.value.text.split(' ')[0])] as const]
      : [],
  )
}

/** Sends a message that starts with its send time. The rest is random, because similar messages are rejected. */
function say(index: number): Promise<void> {
  const body = JSON.stringify({ channel_id: load.channelId, text: `${Date.now()} ${crypto.randomUUID()}` })
  const token = load.speakers[index % load.speakers.length] ?? ''
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve) => {
    const asking = request(`${load.url}/api/chat/send`, { method: 'POST', headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { message } = JSON.parse(Buffer.concat(chunks).toString()) as { message?: { id: number } }
        if (message === undefined || typeof message !== 'object') refused += 1
        else said += 1
        resolve()
      })
    })
    asking.on('error', () => {
      refused += 1
      resolve()
    })
    asking.end(body)
  })
}
