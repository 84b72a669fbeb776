import { randomUUID } from 'node:crypto'
import { createEvent, decodeBatch, encodeBatch } from '@clutch/contract/live'
import type { Page, WebSocketRoute } from '@playwright/test'

type EventPayload = Parameters<typeof createEvent>[0]['payload']

/** Takes the live connection of a page that is still to be opened into the journey's hands. */
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
    /** All that the page was told, as it came. */
    heard: heard as readonly EventPayload[],
    /** Tells the page something as if the server did. */
    tell(...payloads: readonly EventPayload[]) {
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
