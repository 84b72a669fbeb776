import type { decodeBatch as Decode, LiveEventType } from '@clutch/contract/live'
import { useEffect, useEffectEvent } from 'react'
import { responseVersions } from '../api/response-versions.ts'
import { api, callApi, checkLines } from '../api/api.ts'
import { queryClient } from '../api/query-client.ts'
import { tokens } from '../auth/session.ts'
import { loadChunk, retryChunksNow } from '../loading/chunk-loading.ts'
import { checkBuild } from '../loading/build.ts'
import { browserClock, type Timer } from '../timing/clock.ts'
import { noteHeartbeat, serverClock } from '../timing/server-clock.ts'
import { whenIdle } from '../timing/when-idle.ts'
import type { LiveHandler } from './event-log.ts'
import { createLiveConnection } from './live-connection.ts'
import { holdings, useLiveStore } from './live-store.ts'
import type { LiveServer } from './socket-attempt.ts'

/** However busy the page is with its first view, after this long the connection is begun. */
const BUSY_MAX_MS = 1_000
/** What reads messages: loaded while the server is asked where to connect. */
let decodeBatch: typeof Decode | undefined
let decoder: Promise<void> | undefined
/** Loads it once, whoever needs it first. */
function loadDecoder(): Promise<void> {
  decoder ??= fetchDecoder()
  return decoder
}

async function fetchDecoder(): Promise<void> {
  await new Promise<void>((resolve) => whenIdle(resolve, 0, BUSY_MAX_MS))
  await loadChunk(() => import('@clutch/contract/live/runtime'))
  ;({ decodeBatch } = await loadChunk(() => import('@clutch/contract/live')))
}

/** So long the server may take to say what follows before all is read again. */
const FOLLOWS_WAIT_MS = 2_000
let unheard: Timer | undefined

/** A promise of a connection is good for 30 s; a page that takes longer to begin asks for another. */
const PROMISE_LIFE_MS = 15_000
let promised: { readonly token: string | null; readonly atMs: number; readonly server: Promise<LiveServer> } | undefined

/**
 * Asks for a connection before anything is read: it is told of all that happens from here on, so that nothing read
 * meanwhile has to be read again.
 */
export function prefetchConnection(): void {
  const server = callApi('GET /get-server')
  promised = { token: tokens.get(), atMs: performance.now(), server }
  // Whoever connects meets the failure, or asks anew.
  server.catch(() => undefined)
}

function claimPrefetched(): Promise<LiveServer> | undefined {
  const taken = promised
  promised = undefined
  const isGood = taken?.token === tokens.get() && performance.now() - taken.atMs < PROMISE_LIFE_MS
  return isGood ? taken.server : undefined
}

/** The browser's one live connection, bound to the session, the store and the query cache. */
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
    if (decodeBatch === undefined) throw new Error('A message came before its reader')
    return decodeBatch(bytes)
  },
  createSocket: (url) => new WebSocket(url),
  async loadOutgoing() {
    // It stands on the same runtime, which begins in a turn of its own.
    await loadDecoder()
    return import('./live-calls.ts')
  },
  onState(connection) {
    useLiveStore.setState({ connection })
    unheard?.cancel()
    // A server that does not say what follows has to be asked again.
    unheard = connection.status === 'connected' ? browserClock.schedule(refetchIdleQueries, FOLLOWS_WAIT_MS) : undefined
  },
  onFollows(messageId) {
    unheard?.cancel()
    if (!responseVersions.isNewerThan(messageId)) refetchIdleQueries()
  },
  onBatch: (batch) => holdings.applyBatch(batch),
  onReconnected() {
    // All is read below, over a connection that is open: what follows need not be asked for once more.
    unheard?.cancel()
    responseVersions.reset()
    void queryClient.invalidateQueries({}, { cancelRefetch: true })
    // A server that was away may have come back with another build.
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
// What the browser tells of the network and of the page being looked at again is only a hint: the connection is asked.
window.addEventListener('online', () => live.wake())
document.addEventListener('resume', () => live.wake())
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) live.wake()
})
live.log.subscribe('newsChanged', ({ payload }) => {
  if (payload.case === 'newsChanged') useLiveStore.setState({ newsVersion: payload.value.version })
})

/** What is read for a span of time that ends now, and is another one's by another clock. */
const READ_UP_TO_NOW = new Set<unknown>(['chart', 'count-chart', 'economy-report'])
serverClock.onCorrection(() => {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => READ_UP_TO_NOW.has(queryKey[0]) })
})

/** Of the content that the pages were read from, as the server told last. */
let contentVersion: string | undefined
live.log.subscribe('contentChanged', ({ payload }) => {
  if (payload.case === 'contentChanged') noteContent(payload.value.version)
})
// Nobody tells strangers, but whatever they read next does.
api.setContentListener(noteContent)

function noteContent(version: string): void {
  if (version === contentVersion) return
  const read = queryClient.getQueryData<{ readonly version: string }>(['catalogue'])?.version ?? contentVersion
  contentVersion = version
  // Items, recipes, terms and channels may all be others.
  if (read !== undefined && read !== version) void queryClient.invalidateQueries()
}

/** What no trade and no job changes; what the player changes of it elsewhere may come a while later. */
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

/** What was read before the connection was promised may have changed unheard since; the rest is not read twice. */
function refetchIdleQueries(): void {
  void queryClient.invalidateQueries({
    predicate: ({ state, queryKey }) => state.fetchStatus === 'idle' && !CHANGES_RARELY.has(queryKey[0]),
  })
}

/** Calls the handler for every event of a type while the component is mounted. */
export function useLiveEvent(type: LiveEventType, handler: LiveHandler): void {
  const handle = useEffectEvent(handler)
  useEffect(() => live.log.subscribe(type, (event) => handle(event)), [type])
}
