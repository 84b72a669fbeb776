import { once } from 'node:events'
import { createEvent, encodeBatch } from '@clutch/contract/live'
import { WebSocketServer, type WebSocket } from 'ws'
import { Broadcaster } from '../../apps/server/src/live/broadcaster.ts'
import { AREAS } from '../../apps/server/src/server-areas.ts'

/**
 * Sends the same events to every socket once all are connected: through the broadcaster, or as one message per event. Each
 * event is of a different item, so that the broadcaster cannot merge any.
 */
const { KIND = '', SOCKETS = '', EVENTS = '' } = process.env
const EVENTS_PER_BATCH = 50
/** Publishing pauses while a socket has more than this unsent. */
const BUFFERED_BYTES_MAX = 262_144

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
await once(server, 'listening')
const address = server.address()
console.log(JSON.stringify({ url: `ws://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` }))

const sockets: WebSocket[] = []
server.on('connection', (socket) => {
  sockets.push(socket)
  if (sockets.length === Number(SOCKETS)) void (KIND === 'broadcaster' ? sendThroughBroadcaster() : sendBare())
})
process.once('SIGTERM', () => process.exit(0))

async function sendThroughBroadcaster(): Promise<void> {
  const broadcaster = new Broadcaster(AREAS)
  for (const [index, socket] of sockets.entries()) broadcaster.add(`user-${index}`, socket)
  for (let sent = 0; sent < Number(EVENTS); sent += EVENTS_PER_BATCH) {
    const books = Array.from({ length: EVENTS_PER_BATCH }, (_, index) => ({
      itemId: sent + index,
      tradedPrice: 100,
      tradedCount: 5,
      levels: [],
    }))
    broadcaster.publish({ id: sent, atMs: Date.now(), updates: { marketplace: { lots: [], prices: [], books } } })
    await drained()
  }
}

async function sendBare(): Promise<void> {
  for (let sent = 0; sent < Number(EVENTS); sent += 1) {
    const value = { itemId: BigInt(sent), tradedPrice: 100n, tradedCount: 5n }
    const event = createEvent({
      timestampMs: Date.now(),
      eventId: `${sent}-1`,
      payload: { case: 'bookChanged', value },
    })
    const message = encodeBatch([event])
    for (const socket of sockets) socket.send(message)
    if (sent % EVENTS_PER_BATCH === 0) await drained()
  }
}

async function drained(): Promise<void> {
  do await new Promise(setImmediate)
  while (sockets.some((socket) => socket.bufferedAmount > BUFFERED_BYTES_MAX))
}
