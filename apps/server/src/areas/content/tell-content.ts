import type { PendingEvent } from '../../live/event-frames.ts'
import type { LiveHub } from '../../live/hub.ts'
import type { Contents } from './contents.ts'

/** Tells open pages of this server whenever another content pack is played, once it answers from that. */
export function tellContent(contents: Contents, hub: LiveHub, nowMs: () => number): { greet: () => PendingEvent } {
  const toEvent = (): PendingEvent => {
    const { version } = contents.current.published
    const payload = { case: 'contentChanged', value: { version } } as const
    return { timestampMs: nowMs(), eventId: `content-${version}`, payload }
  }
  contents.onChange(() => hub.tell({ key: 'content', event: toEvent(), to: null, hiddenFrom: [] }))
  return { greet: toEvent }
}
