import type { Logger } from 'pino'
import type { OrderedBus } from '../../bus/in-order.ts'
import { retryUntilDone } from '../../bus/retry-until-done.ts'
import type { PendingEvent } from '../../live/event-buffer.ts'
import type { Broadcaster } from '../../live/broadcaster.ts'
import type { NewsBoard } from './news-board.ts'

declare module '../../bus/message.ts' {
  interface BusMessages {
    /** An operator changed an entry: read them anew. */
    readonly news: { readonly atMs: number }
  }
}

/** How soon after its moment a scheduled entry is shown, or gone, on open pages. */
const LOOK_EVERY_MS = 1_000

export interface TellNewsOptions {
  readonly board: NewsBoard
  readonly bus: OrderedBus
  readonly broadcaster: Broadcaster
  readonly log: Logger
  readonly nowMs: () => number
}

/**
 * Keeps the board as the store is and as the clock says, and tells open pages of this server whenever they would see
 * something else.
 */
export async function tellNews({ board, bus, broadcaster, log, nowMs }: TellNewsOptions): Promise<{
  /** What a new connection is told. */
  readonly greet: () => PendingEvent
  /** After a change: this server shows it, the others hear of it. */
  readonly changed: () => Promise<void>
  readonly stop: () => void
}> {
  await board.reload()
  let told = board.current().version
  const toEvent = (version: string): PendingEvent => ({
    timestampMs: nowMs(),
    eventId: `news-${version}`,
    payload: { case: 'newsChanged', value: { version } },
  })
  const look = (): void => {
    const { version } = board.current()
    if (version === told) return
    told = version
    broadcaster.broadcast({ key: 'news', event: toEvent(version), to: null, hiddenFrom: [] })
  }
  const reread = async (): Promise<void> => {
    await board.reload()
    look()
  }
  const rereadSurely = (): void =>
    void retryUntilDone(reread, (error) => log.error({ err: error }, 'announcements could not be read'))
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
