import type { CallResponse, ChatMessage } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'
import { CHAT_UNREAD_MAX } from '@clutch/contract/constants'
import { toSafeNumber } from '@clutch/contract/live/values'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useProfile } from '#shared/account/profile.ts'
import { callApi } from '#shared/api/api.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { useConnection } from '#shared/live/live-store.ts'
import { useLiveEvent } from '#shared/live/live.ts'
import { HeardMessages } from '../model/unread.ts'

export type Channels = CallResponse<'GET /chat/channels'>
export type Channel = Channels['response'][number]

const CHANNELS_KEY = ['chat-channels']
const heard = new HeardMessages()

const channelsQuery = (lang: ReturnType<typeof useLanguage>) =>
  queryOptions({
    queryKey: [...CHANNELS_KEY, lang],
    queryFn: async ({ signal }) => {
      const channels = await callApi('GET /chat/channels', null, { signal, query: { lang } })
      const { newest_id, response } = channels
      return {
        ...channels,
        response: response.map((each) => ({ ...each, unread: each.unread + heard.countAfter(newest_id, each.ID) })),
      }
    },
  })

/** The player's channels, read once the connection is open, so that no message is missed in between. */
export function useChannels() {
  const isConnected = useConnection().status === 'connected'
  const { data: profile } = useProfile()
  return useQuery({ ...channelsQuery(useLanguage()), enabled: isConnected && profile !== undefined })
}

/** Keeps counts, marks and slow modes of the channels current. */
export function useChannelsFollow(): void {
  const client = useQueryClient()
  const { data: profile } = useProfile()
  const update = (change: (channels: Channels) => Channels) =>
    client.setQueriesData<Channels>({ queryKey: CHANNELS_KEY }, (channels) => channels && change(channels))
  const updateOne = (id: string, change: (channel: Channel) => Partial<typeof channel>) =>
    update((channels) => ({
      ...channels,
      response: channels.response.map((each) => (each.ID === id ? { ...each, ...change(each) } : each)),
    }))
  useLiveEvent('chatMessageAdded', ({ payload }) => {
    if (payload.case !== 'chatMessageAdded' || payload.value.senderUuid === profile?.id) return
    heard.add(Number(payload.value.id), payload.value.channel)
    updateOne(payload.value.channel, ({ unread }) => ({ unread: Math.min(CHAT_UNREAD_MAX, unread + 1) }))
  })
  useLiveEvent('chatMessageDeleted', ({ payload }) => {
    if (payload.case !== 'chatMessageDeleted') return
    const id = Number(payload.value)
    const channel = heard.forget(id)
    if (channel !== undefined) updateOne(channel, (known) => ({ unread: unreadWithout(id, known) }))
  })
  useLiveEvent('chatMarkMoved', ({ payload }) => {
    if (payload.case !== 'chatMarkMoved') return
    const { channel, lastReadId, unread, newestId } = payload.value
    const since = heard.countAfter(toSafeNumber(newestId), channel)
    updateOne(channel, () => ({ last_read_id: toSafeNumber(lastReadId), unread: toSafeNumber(unread) + since }))
  })
  useLiveEvent('chatChannelChanged', ({ payload }) => {
    if (payload.case !== 'chatChannelChanged') return
    updateOne(payload.value.channel, () => ({ slow_mode_sec: toSafeNumber(payload.value.slowModeSec) }))
  })
  const readAgain = () => void client.invalidateQueries({ queryKey: CHANNELS_KEY })
  useLiveEvent('chatTimedOut', readAgain)
  useLiveEvent('socialFriendChanged', readAgain)
}

/** From `CHAT_UNREAD_MAX` on the exact number is unknown. */
function unreadWithout(id: number, { unread, last_read_id }: Channel): number {
  return id > last_read_id && unread > 0 && unread < CHAT_UNREAD_MAX ? unread - 1 : unread
}

/** Converts a live message to the API's form. */
export function toChatMessage(value: {
  readonly id: string
  readonly channel: string
  readonly senderName: string
  readonly senderUuid: string
  readonly text: string
  readonly sentAt: bigint
}): ChatMessage {
  return {
    id: Number(value.id),
    channel_id: value.channel,
    user_uuid: value.senderUuid,
    sender_name: value.senderName,
    text: value.text,
    sent_at: Math.floor(toSafeNumber(value.sentAt) / SECOND_MS),
    deleted_by: null,
  }
}
