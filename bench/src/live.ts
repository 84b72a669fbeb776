import { decodeBatch } from '@clutch/contract/live'
import { WebSocket } from 'ws'
import { pathOf, start } from './processes.ts'
import { printFigures, type Figure } from './table.ts'

const SOCKETS = 200
const EVENTS = 2_000
const ROUNDS = 3

/** Compares events delivered to 200 sockets through the live broadcaster and through bare `ws` with one message per event. */
export async function benchLive(): Promise<void> {
  const broadcaster: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    broadcaster.push(await deliver('broadcaster'))
    bare.push(await deliver('bare'))
  }
  const hubFigure: Figure = { what: 'Clutch, live broadcaster', perSecond: broadcaster }
  const bareFigure: Figure = { what: 'ws, one message per event', perSecond: bare }
  printFigures(
    `Events delivered to ${SOCKETS} sockets`,
    [hubFigure, bareFigure],
    [{ what: 'Clutch / ws', of: hubFigure, to: bareFigure, target: 5 }],
  )
}

async function deliver(kind: 'broadcaster' | 'bare'): Promise<number> {
  const server = await start<{ url: string }>(pathOf('./live-process.ts'), {
    KIND: kind,
    SOCKETS: String(SOCKETS),
    EVENTS: String(EVENTS),
  })
  let received = 0
  let startedAtMs = 0
  await new Promise<void>((resolve) => {
    for (let index = 0; index < SOCKETS; index += 1) {
      const socket = new WebSocket(server.ready.url, { perMessageDeflate: false })
      socket.on('message', (data: Buffer) => {
        if (received === 0) startedAtMs = performance.now()
        received += decodeBatch(data).events.length
        if (received === SOCKETS * EVENTS) resolve()
      })
    }
  })
  const elapsedMs = performance.now() - startedAtMs
  await server.stop()
  return (received / elapsedMs) * 1_000
}
