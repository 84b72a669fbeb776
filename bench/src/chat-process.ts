import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { decodeBatch } from '@clutch/contract/live'
import { WebSocket } from 'ws'
import type { ChatLoad, ChatResult } from './chat-load.ts'

/** Listens with many sockets to one channel while a few players talk in it, and prints what arrived, as JSON. */
const load = JSON.parse(process.argv[2] ?? '') as ChatLoad
const OPENED_AT_ONCE = 50
const MS_PER_SECOND = 1_000
/** What is under way may still come. */
const END_WAIT_MS = 5_000
const TICK_MS = 10
const agent = new Agent({ keepAlive: true })

interface Listener {
  lastId: number
  readonly seen: Set<number>
}

const listeners: Listener[] = []
const delaysMs: number[] = []
let [doubled, late] = [0, 0]
/** The batch read last: nearly all sockets get the same bytes, which are read once. */
let latest: { readonly bytes: Buffer; readonly messages: readonly (readonly [id: number, sentAtMs: number])[] } = {
  bytes: Buffer.alloc(0),
  messages: [],
}

for (let index = 0; index < load.sockets; index += OPENED_AT_ONCE) {
  const some = Math.min(OPENED_AT_ONCE, load.sockets - index)
  await Promise.all(Array.from({ length: some }, (_, place) => listen(index + place)))
}
const said: number[] = []
let refused = 0
const startedAtMs = performance.now()
const underWay = new Set<Promise<void>>()
for (let sent = 0; performance.now() - startedAtMs < load.seconds * MS_PER_SECOND;) {
  const due = ((performance.now() - startedAtMs) / MS_PER_SECOND) * load.perSecond
  for (; sent < due; sent += 1) {
    const saying = say(sent).finally(() => underWay.delete(saying))
    underWay.add(saying)
  }
  await wait(TICK_MS)
}
await Promise.all(underWay)
const untilMs = performance.now() + END_WAIT_MS
while (performance.now() < untilMs && missing() > 0) await wait(TICK_MS)

delaysMs.sort((a, b) => a - b)
const at = (share: number) => delaysMs[Math.min(delaysMs.length - 1, Math.floor(delaysMs.length * share))] ?? 0
const answer: ChatResult = {
  said: said.length,
  refused,
  missing: missing(),
  doubled,
  late,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
  maxMs: at(1),
}
console.log(JSON.stringify(answer))
process.exit()

function missing(): number {
  return listeners.reduce((sum, { seen }) => sum + said.filter((id) => !seen.has(id)).length, 0)
}

async function listen(index: number): Promise<void> {
  const token = load.listeners[index % load.listeners.length] ?? ''
  const answered = await fetch(`${load.url}/api/get-server`, { headers: { authorization: `Bearer ${token}` } })
  const { server_url, token: ticket } = (await answered.json()) as { server_url: string; token: string }
  const socket = new WebSocket(`${server_url}/ws?token=${ticket}`, { perMessageDeflate: false })
  const listener: Listener = { lastId: 0, seen: new Set() }
  listeners.push(listener)
  socket.on('message', (data: Buffer) => receive(listener, data))
  await once(socket, 'open')
}

function receive(listener: Listener, bytes: Buffer): void {
  if (!bytes.equals(latest.bytes)) latest = { bytes, messages: messagesOf(bytes) }
  const nowMs = Date.now()
  for (const [id, sentAtMs] of latest.messages) {
    if (listener.seen.has(id)) doubled += 1
    else if (id < listener.lastId) late += 1
    listener.seen.add(id)
    listener.lastId = Math.max(listener.lastId, id)
    delaysMs.push(nowMs - sentAtMs)
  }
}

function messagesOf(bytes: Buffer): (readonly [number, number])[] {
  return decodeBatch(bytes).events.flatMap(({ payload }) =>
    payload.case === 'chatMessageAdded' && payload.value.channel === load.channelId
      ? [[Number(payload.value.id), Number(payload.value.text.split(' ')[0])] as const]
      : [],
  )
}

/** Texts begin with the moment they were sent and share little else: near-repeats would be refused. */
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
        else said.push(message.id)
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
