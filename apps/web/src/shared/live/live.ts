import type { LiveEventType } from '@clutch/contract/live'
import { useEffect, useEffectEvent } from 'react'
import { callApi } from '../api/api.ts'
import { queryClient } from '../api/query-client.ts'
import { tokens } from '../auth/session.ts'
import { retryPartsNow } from '../loading/app-parts.ts'
import { checkBuild } from '../loading/build.ts'
import { browserClock } from '../timing/clock.ts'
import type { LiveHandler } from './event-log.ts'
import { createLiveConnection } from './live-connection.ts'
import { holdings, useLiveStore } from './live-store.ts'

/** The browser's one live connection, bound to the session, the store and the query cache. */
export const live = createLiveConnection({
  clock: browserClock,
  getToken: tokens.get,
  onTokenChange: tokens.subscribe,
  findServer: () => callApi('GET /get-server'),
  createSocket: (url) => new WebSocket(url),
  onState(connection) {
    useLiveStore.setState({ connection })
    if (connection.status === 'connected') rereadIdle()
  },
  onBatch: (batch) => holdings.applyBatch(batch),
  onReconnected() {
    void queryClient.invalidateQueries()
    // A server that was away may have come back with another build.
    void checkBuild()
    retryPartsNow()
  },
  onHandlerError(error) {
    console.warn(error.message, error.cause)
    useLiveStore.setState(({ handlerErrorCount }) => ({ handlerErrorCount: handlerErrorCount + 1 }))
  },
})

/** What was read before the connection stood may have changed unheard since. */
function rereadIdle(): void {
  void queryClient.invalidateQueries({ predicate: ({ state }) => state.fetchStatus === 'idle' })
}

/** Calls the handler for every event of a type while the component is mounted. */
export function useLiveEvent(type: LiveEventType, handler: LiveHandler): void {
  const handle = useEffectEvent(handler)
  useEffect(() => live.log.subscribe(type, (event) => handle(event)), [type])
}
