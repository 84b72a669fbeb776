import { randomUUID } from 'node:crypto'
import { tellPresence } from '../areas/social/tell-presence.ts'
import { withPlayerNames } from '../areas/trades/queries.ts'
import { retryUntilDone } from '../bus/retry-until-done.ts'
import { EventStreams } from '../live/event-streams.ts'
import { LiveHub } from '../live/hub.ts'
import { Presence } from '../live/presence.ts'
import { AREAS } from '../server-areas.ts'
import type { Game } from './open-game.ts'
import type { StartOptions } from './start-options.ts'

/** The connections of this server, and who is on any of them. */
export interface Live {
  readonly hub: LiveHub
  readonly streams: EventStreams
  readonly presence: Presence
  readonly presenceOfFriends: ReturnType<typeof tellPresence>
  readonly close: () => void
}

/** Lets connections hear what the bus tells. After the boards: whoever reads as of a message finds it in them. */
export function openLive(game: Game, { log, absenceDelayMs }: Pick<StartOptions, 'log' | 'absenceDelayMs'>): Live {
  const { bus, contents, context, onListenerError } = game
  const presence = new Presence({ bus, serverId: randomUUID(), absenceDelayMs })
  const hub = new LiveHub(AREAS, presence)
  const presenceOfFriends = tellPresence({ db: context.store.db, hub, presence, log })
  const publish = withPlayerNames(context.store.db, (message) => hub.publish(message), onListenerError)
  bus.subscribe('economy', publish)
  const streams = new EventStreams()
  bus.subscribe('economy', (message) => streams.publish(message))
  bus.onMissed(() => {
    log.warn('messages of the writer were missed: whoever follows them reads again')
    context.accessTokens.forgetOpen()
    void retryUntilDone(() => contents.follow(), onListenerError)
    void retryUntilDone(async () => {
      await game.readAgain()
      // Not before: whoever came back would read what was known here, and hear no more of what has changed.
      hub.reconnectAll()
      streams.reconnectAll()
    }, onListenerError)
  })
  context.accessTokens.onSessionEnd((sessionId) => bus.publish('session_ended', { sessionId }))
  bus.subscribe('session_ended', ({ sessionId }) => {
    context.accessTokens.noteEnded(sessionId)
    hub.closeSession(sessionId)
    streams.closeSession(sessionId)
  })
  return {
    hub,
    streams,
    presence,
    presenceOfFriends,
    close() {
      hub.close()
      presence.close()
      streams.close()
    },
  }
}
