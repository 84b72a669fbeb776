import { randomUUID } from 'node:crypto'
import { createEvent, decodeBatch, encodeBatch } from '@clutch/contract/live'
import type { Page, WebSocketRoute } from '@playwright/test'

type EventPayload = Parameters<typeof createEvent>[0]['payload']

/** Puts the live connection of a page under the journey's control. Call it before the page opens. */
export async function holdConnection(page: Page) {
  const open = new Set<WebSocketRoute>()
  const heard: EventPayload[] = []
  let isAway = false
  await page.routeWebSocket(/\/ws\?/, async (socket) => {
    if (isAway) return socket.close()
    open.add(socket)
    socket.connectToServer().onMessage((message) => {
      if (typeof message !== 'string') heard.push(...decodeBatch(message).events.map(({ payload }) => payload))
      socket.send(message)
    })
  })
  return {
    /** All events that the page received, in order. */
    heard: heard as readonly EventPayload[],
    /** Sends the page events as if they came from the server. */
    deliver(...payloads: readonly EventPayload[]) {
      const events = payloads.map((payload) => createEvent({ timestampMs: Date.now(), eventId: randomUUID(), payload }))
      for (const socket of open) socket.send(Buffer.from(encodeBatch(events)))
    },
    async cut() {
      isAway = true
      await Promise.all(Array.from(open, (socket) => socket.close()))
      open.clear()
    },
    mend: () => void (isAway = false),
  }
}
