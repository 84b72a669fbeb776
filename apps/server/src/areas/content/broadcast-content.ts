import type { PendingEvent } from '../../live/event-buffer.ts'
import type { Broadcaster } from '../../live/broadcaster.ts'
import type { Contents } from './contents.ts'

/** Notifies open pages after each content switch, once this server serves the new content. */
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
