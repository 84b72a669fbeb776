import { randomUUID } from 'node:crypto'
import { PublicStreams } from '../areas/public-market/stream.ts'
import { broadcastPresence } from '../areas/social/broadcast-presence.ts'
import { withPlayerNames } from '../areas/trades/queries.ts'
import { retryUntilDone } from '../bus/retry-until-done.ts'
import { EventStreams } from '../live/event-streams.ts'
import { Broadcaster } from '../live/broadcaster.ts'
import { Presence } from '../live/presence.ts'
import { AREAS } from '../server-areas.ts'
import type { Game } from './open-game.ts'
import type { StartOptions } from './start-options.ts'

/** Connections and presence of this server. */
export interface Live {
  readonly broadcaster: Broadcaster
  readonly streams: EventStreams
  readonly publicStreams: PublicStreams
  readonly presence: Presence
  readonly presenceOfFriends: ReturnType<typeof broadcastPresence>
  readonly close: () => void
}

/** Broadcasts messages of the bus. Subscribe after the boards, so that a client that fetches as of a message finds it there. */
export function openLive(game: Game, { log, absenceDelayMs }: Pick<StartOptions, 'log' | 'absenceDelayMs'>): Live {
  const { bus, contents, context, onListenerError } = game
  const presence = new Presence({ bus, serverId: randomUUID(), absenceDelayMs })
  const broadcaster = new Broadcaster(AREAS, presence)
  const presenceOfFriends = broadcastPresence({ db: context.store.db, broadcaster, presence, log })
  const publish = withPlayerNames(context.store.db, (message) => broadcaster.publish(message), onListenerError)
  bus.subscribe('economy', publish)
  const streams = new EventStreams()
  const publicStreams = new PublicStreams(context, bus)
  bus.subscribe('economy', (message) => streams.publish(message))
  bus.onMissed(() => {
    log.warn('bus messages lost; boards are reloaded and clients reconnect')
    context.accessTokens.forgetOpen()
    void retryUntilDone(() => contents.follow(), onListenerError)
    void retryUntilDone(async () => {
      await game.reloadBoards()
      // Only after the boards have reloaded, or reconnecting clients would fetch stale data and never be updated.
      broadcaster.reconnectAll()
      streams.reconnectAll()
      publicStreams.reconnectAll()
    }, onListenerError)
  })
  context.accessTokens.onSessionEnd((sessionId) => bus.publish('session_ended', { sessionId }))
  bus.subscribe('session_ended', ({ sessionId }) => {
    context.accessTokens.noteEnded(sessionId)
    broadcaster.closeSession(sessionId)
    streams.closeSession(sessionId)
  })
  return {
    broadcaster,
    streams,
    publicStreams,
    presence,
    presenceOfFriends,
    close() {
      broadcaster.close()
      presence.close()
      streams.close()
      publicStreams.close()
    },
  }
}
