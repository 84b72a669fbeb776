import type { PendingEvent } from '../../live/event-buffer.ts'
import type { Broadcaster } from '../../live/broadcaster.ts'
import type { Contents } from './contents.ts'

/** Tells open pages of this server whenever another content pack is played, once it answers from that. */
export function broadcastContent(
  contents: Contents,
  broadcaster: Broadcaster,
  nowMs: () => number,
): { greet: () => PendingEvent } {
  const toEvent = (): PendingEvent => {
    const { version } = contents.current.published
    const payload = { case: 'contentChanged', value: { version } } as const
    return { timestampMs: nowMs(), eventId: `content-${version}`, payload }
  }
  contents.onChange(() => broadcaster.broadcast({ key: 'content', event: toEvent(), to: null, hiddenFrom: [] }))
  return { greet: toEvent }
}
