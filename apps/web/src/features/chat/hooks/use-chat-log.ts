import { FriendshipStatus } from '@clutch/contract/live/values'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { callApi } from '#shared/api/api.ts'
import { useConnection } from '#shared/live/live-store.ts'
import { useLiveEvent } from '#shared/live/live.ts'
import { toChatMessage } from '../api/channels.ts'
import {
  chatLogOf,
  isLoaded,
  linesOf,
  nextOlderOf,
  oldestIdOf,
  type ChatLine,
  type ChatLog,
  type ChatState,
} from '../model/chat-log.ts'

export interface ChatHistory {
  readonly log: ChatLog
  readonly state: ChatState
  readonly lines: readonly ChatLine[]
  readonly isLoading: boolean
  readonly error: unknown
  readonly hasOlder: boolean
  readonly loadOlder: () => void
  readonly retry: () => void
}

/** The messages of some channels: read when selected and whenever the connection opens, and updated live. */
export function useChatLog(channelIds: readonly string[], ownId: string): ChatHistory {
  const [log] = useState(() => chatLogOf(ownId))
  const state = useSyncExternalStore(log.subscribe, log.state)
  const [error, setError] = useState<unknown>(null)
  const [olderError, setOlderError] = useState<unknown>(null)
  const [isLoadingOlder, setLoadingOlder] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const isConnected = useConnection().status === 'connected'
  useLiveEvent('chatMessageAdded', ({ payload }) => {
    if (payload.case === 'chatMessageAdded') log.take(toChatMessage(payload.value))
  })
  useLiveEvent('chatMessageModerated', ({ payload }) => {
    if (payload.case === 'chatMessageModerated') log.bury(Number(payload.value), 'moderator')
  })
  useLiveEvent('chatMessageDeleted', ({ payload }) => {
    if (payload.case === 'chatMessageDeleted') log.bury(Number(payload.value), 'sender')
  })

  // Messages of a player disappear when blocked, and return when unblocked.
  useLiveEvent('socialFriendChanged', ({ payload }) => {
    if (payload.case !== 'socialFriendChanged') return
    const { status, userUuid } = payload.value
    if (status !== FriendshipStatus.BLOCKED && status !== FriendshipStatus.NONE) return
    if (status === FriendshipStatus.BLOCKED) log.forgetSender(userUuid)
    setAttempt((count) => count + 1)
  })

  // Refetches after a reconnect what was missed.
  const wanted = [attempt, isConnected, ...channelIds].join(' ')
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const read = (channel_id: string) =>
      log.readNewest(channel_id, async () => {
        const page = await callApi('POST /chat/history', { channel_id }, { signal })
        signal.throwIfAborted()
        return page
      })
    const [, , ...ids] = wanted.split(' ')
    Promise.all(ids.map(read)).then(
      () => !signal.aborted && setError(null),
      (failure: unknown) => !signal.aborted && setError(failure),
    )
    return () => ending.abort()
  }, [log, wanted])

  // A closed chat is not updated.
  useEffect(() => () => log.forgetMessages(), [log])

  const olderId = nextOlderOf(state, channelIds)
  const loadOlder = () => {
    if (olderId === undefined || isLoadingOlder) return
    setLoadingOlder(true)
    const request = { channel_id: olderId, before_id: oldestIdOf(state, olderId) ?? null }
    log
      .readOlder(olderId, () => callApi('POST /chat/history', request))
      .then(
        () => setOlderError(null),
        (failure: unknown) => setOlderError(failure),
      )
      .finally(() => setLoadingOlder(false))
  }
  return {
    log,
    state,
    lines: linesOf(state, channelIds),
    isLoading: channelIds.some((id) => !isLoaded(state, id)),
    error: error ?? olderError,
    hasOlder: olderId !== undefined,
    loadOlder,
    retry() {
      setAttempt((count) => count + 1)
      if (olderError !== null) loadOlder()
    },
  }
}
