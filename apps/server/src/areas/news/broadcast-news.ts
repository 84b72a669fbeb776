import type { Logger } from 'pino'
import type { OrderedBus } from '../../bus/in-order.ts'
import { retryUntilDone } from '../../bus/retry-until-done.ts'
import type { PendingEvent } from '../../live/event-buffer.ts'
import type { Broadcaster } from '../../live/broadcaster.ts'
import type { NewsBoard } from './news-board.ts'

declare module '../../bus/message.ts' {
  interface BusMessages {
    /** An operator changed an entry: reload them. */
    readonly news: { readonly atMs: number }
  }
}

/** Polling interval for scheduled entries that become visible or expire. */
const LOOK_EVERY_MS = 1_000

export interface BroadcastNewsOptions {
  readonly board: NewsBoard
  readonly bus: OrderedBus
  readonly broadcaster: Broadcaster
  readonly log: Logger
  readonly nowMs: () => number
}

/**
 * Keeps the board up to date with the store and the clock, and notifies open pages of this server when the edition changes.
 */
export async function broadcastNews({ board, bus, broadcaster, log, nowMs }: BroadcastNewsOptions): Promise<{
  /** The first message of a new connection. */
  readonly greet: () => PendingEvent
  /** Call after a change: reloads the board here and notifies other servers. */
  readonly changed: () => Promise<void>
  readonly stop: () => void
}> {
  await board.reload()
  let sentVersion = board.current().version
  const toEvent = (version: string): PendingEvent => ({
    timestampMs: nowMs(),
    eventId: `news-${version}`,
    payload: { case: 'newsChanged', value: { version } },
  })
  const look = (): void => {
    const { version } = board.current()
    if (version === sentVersion) return
    sentVersion = version
    broadcaster.broadcast({ key: 'news', event: toEvent(version), to: null, hiddenFrom: [] })
  }
  const reread = async (): Promise<void> => {
    await board.reload()
    look()
  }
  const rereadSurely = (): void =>
    void retryUntilDone(reread, (error) => log.error({ err: error }, 'reading announcements failed'))
  const unsubscribe = bus.subscribe('news', rereadSurely)
  bus.onMissed(rereadSurely)
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return {
    greet: () => toEvent(board.current().version),
    async changed() {
      await reread()
      bus.publish('news', { atMs: nowMs() })
    },
    stop() {
      clearInterval(timer)
      unsubscribe()
    },
  }
}
