import type { decodeBatch as Decode, LiveEventType } from '@clutch/contract/live'
import { useEffect, useEffectEvent } from 'react'
import { responseVersions } from '../api/response-versions.ts'
import { api, callApi, checkLines } from '../api/api.ts'
import { queryClient } from '../api/query-client.ts'
import { tokens } from '../auth/session.ts'
import { loadChunk, retryChunksNow } from '../loading/load-chunk.ts'
import { checkBuild } from '../loading/build.ts'
import { browserClock, type Timer } from '../timing/clock.ts'
import { noteHeartbeat, serverClock } from '../timing/server-clock.ts'
import { whenIdle } from '../timing/when-idle.ts'
import type { LiveHandler } from './event-log.ts'
import { createLiveConnection } from './live-connection.ts'
import { holdings, useLiveStore } from './live-store.ts'
import type { LiveServer } from './socket-attempt.ts'

/** The connection starts after this long, however busy the first view keeps the page. */
const BUSY_MAX_MS = 1_000
/** The message decoder, loaded while the server is asked where to connect. */
let decodeBatch: typeof Decode | undefined
let decoder: Promise<void> | undefined
/** Loads it once. */
function loadDecoder(): Promise<void> {
  decoder ??= fetchDecoder()
  return decoder
}

async function fetchDecoder(): Promise<void> {
  await new Promise<void>((resolve) => whenIdle(resolve, 0, BUSY_MAX_MS))
  await loadChunk(() => import('@clutch/contract/live/runtime'))
  ;({ decodeBatch } = await loadChunk(() => import('@clutch/contract/live')))
}

/** After this long without the server's catch-up position everything is refetched. */
const FOLLOWS_WAIT_MS = 2_000
let unheard: Timer | undefined

/** A prefetched connection is valid for 30 s; a page that starts later asks for another. */
const PROMISE_LIFE_MS = 15_000
let promised: { readonly token: string | null; readonly atMs: number; readonly server: Promise<LiveServer> } | undefined

/**
 * Requests a connection before the first read: it receives all changes from here on, so that nothing read meanwhile has
 * to be refetched.
 */
export function prefetchConnection(): void {
  const server = callApi('GET /get-server')
  promised = { token: tokens.get(), atMs: performance.now(), server }
  // `findServer` handles the failure, or asks again.
  server.catch(() => undefined)
}

function claimPrefetched(): Promise<LiveServer> | undefined {
  const taken = promised
  promised = undefined
  const isGood = taken?.token === tokens.get() && performance.now() - taken.atMs < PROMISE_LIFE_MS
  return isGood ? taken.server : undefined
}

/** The browser's live connection, bound to the session, the store and the query cache. */
export const live = createLiveConnection({
  clock: browserClock,
  getToken: tokens.get,
  onTokenChange: tokens.subscribe,
  async findServer(signal) {
    const asked = claimPrefetched() ?? callApi('GET /get-server', null, { signal })
    const [server] = await Promise.all([asked, loadDecoder()])
    return server
  },
  decode(bytes) {
    if (decodeBatch === undefined) throw new Error('A message arrived before its decoder')
    return decodeBatch(bytes)
  },
  createSocket: (url) => new WebSocket(url),
  async loadOutgoing() {
    // Uses the same runtime, which starts in a separate task.
    await loadDecoder()
    return import('./live-calls.ts')
  },
  onState(connection) {
    useLiveStore.setState({ connection })
    unheard?.cancel()
    // A server that does not send its catch-up position requires a refetch.
    unheard = connection.status === 'connected' ? browserClock.schedule(refetchIdleQueries, FOLLOWS_WAIT_MS) : undefined
  },
  onFollows(messageId) {
    unheard?.cancel()
    if (!responseVersions.isNewerThan(messageId)) refetchIdleQueries()
  },
  onBatch: (batch) => holdings.applyBatch(batch),
  onReconnected() {
    // Everything is refetched below, over an open connection, so the catch-up position no longer matters.
    unheard?.cancel()
    responseVersions.reset()
    void queryClient.invalidateQueries({}, { cancelRefetch: true })
    // A server that was down may be back with a new build.
    void checkBuild()
    retryChunksNow()
  },
  onSilence: checkLines,
  onServerTime: noteHeartbeat,
  onHandlerError(error) {
    console.warn(error.message, error.cause)
    useLiveStore.setState(({ handlerErrorCount }) => ({ handlerErrorCount: handlerErrorCount + 1 }))
  },
})

api.setCommandTransport(live.commands)
// Browser events about the network and visibility are only hints: probe the connection.
window.addEventListener('online', () => live.wake())
document.addEventListener('resume', () => live.wake())
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) live.wake()
})
live.log.subscribe('newsChanged', ({ payload }) => {
  if (payload.case === 'newsChanged') useLiveStore.setState({ newsVersion: payload.value.version })
})

/** Queries over a period that ends now, which depend on the clock. */
const READ_UP_TO_NOW = new Set<unknown>(['chart', 'count-chart', 'economy-report'])
serverClock.onCorrection(() => {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => READ_UP_TO_NOW.has(queryKey[0]) })
})

/** The content version that the pages were read from, as last reported by the server. */
let contentVersion: string | undefined
live.log.subscribe('contentChanged', ({ payload }) => {
  if (payload.case === 'contentChanged') noteContent(payload.value.version)
})
// Anonymous visitors get no events, but their next read reports it.
api.setContentListener(noteContent)

function noteContent(version: string): void {
  if (version === contentVersion) return
  const read = queryClient.getQueryData<{ readonly version: string }>(['catalogue'])?.version ?? contentVersion
  contentVersion = version
  // Items, recipes, terms and channels may all have changed.
  if (read !== undefined && read !== version) void queryClient.invalidateQueries()
}

/** Queries that no trade or job changes; the player's own changes elsewhere may show later. */
const CHANGES_RARELY = new Set<unknown>([
  'catalogue',
  'craft-recipes',
  'factory-recipes',
  'harvest-recipes',
  'announcements',
  'watchlist',
  'price-alerts',
  'chart',
  'count-chart',
])

/** Refetches what was read before the connection was requested and may have changed unnoticed. */
function refetchIdleQueries(): void {
  void queryClient.invalidateQueries({
    predicate: ({ state, queryKey }) => state.fetchStatus === 'idle' && !CHANGES_RARELY.has(queryKey[0]),
  })
}

/** Calls the handler for every event of a type while mounted. */
export function useLiveEvent(type: LiveEventType, handler: LiveHandler): void {
  const handle = useEffectEvent(handler)
  useEffect(() => live.log.subscribe(type, (event) => handle(event)), [type])
}
