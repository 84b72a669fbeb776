import type { ChatMessage } from '@clutch/contract'
import type { EventPayload } from '../../live/area.ts'
import type { Broadcaster } from '../../live/broadcaster.ts'

/** A change in the chat, sent to all servers as plain JSON. */
export type ChatUpdate = {
  readonly atMs: number
  /** Recipients; null for all players. */
  readonly to: readonly string[] | null
} & (
  | { readonly kind: 'message'; readonly message: ChatMessage; readonly hiddenFrom: readonly string[] }
  | { readonly kind: 'deleted'; readonly id: number; readonly by: NonNullable<ChatMessage['deleted_by']> }
  | {
      readonly kind: 'mark'
      readonly channelId: string
      readonly lastReadId: number
      readonly unread: number
      readonly newestId: number
    }
  | { readonly kind: 'channel'; readonly channelId: string; readonly slowModeSec: number }
  | { readonly kind: 'time_out'; readonly untilMs: number; readonly reason: string }
)

export type MessageUpdate = Extract<ChatUpdate, { kind: 'message' }>
export type DeletionUpdate = Extract<ChatUpdate, { kind: 'deleted' }>

declare module '../../bus/message.ts' {
  interface BusMessages {
    readonly chat: ChatUpdate
  }
}

/** Broadcasts a change to the connections of this server (document 1 §3, rules §12). */
export function broadcastChat(broadcaster: Broadcaster, update: ChatUpdate): void {
  const hiddenFrom = update.kind === 'message' ? update.hiddenFrom : []
  for (const { key, payload } of toEvents(update)) {
    broadcaster.broadcast({
      key,
      event: { timestampMs: update.atMs, eventId: key, payload },
      to: update.to,
      hiddenFrom,
    })
  }
}

interface ChatEvent {
  readonly key: string
  readonly payload: EventPayload
}

/** The event in document 1 has only the message id, so a deletion by a moderator is preceded by a separate event. */
function toEvents(update: ChatUpdate): readonly ChatEvent[] {
  if (update.kind !== 'deleted' || update.by === 'sender') return [toEvent(update)]
  const value = String(update.id)
  return [{ key: `chat-${update.id}-moderated`, payload: { case: 'chatMessageModerated', value } }, toEvent(update)]
}

function toEvent(update: ChatUpdate): ChatEvent {
  switch (update.kind) {
    case 'message': {
      const { id, channel_id, sender_name, text, user_uuid } = update.message
      const sentAt = BigInt(update.atMs)
      const value = {
        id: String(id),
        channel: channel_id,
        senderName: sender_name,
        text,
        senderUuid: user_uuid,
        sentAt,
      }
      return { key: `chat-${id}`, payload: { case: 'chatMessageAdded', value } }
    }
    case 'deleted':
      return { key: `chat-${update.id}-deleted`, payload: { case: 'chatMessageDeleted', value: String(update.id) } }
    case 'mark': {
      const { channelId: channel, lastReadId, unread, newestId } = update
      const value = {
        channel,
        lastReadId: BigInt(lastReadId),
        unread: BigInt(unread),
        newestId: BigInt(newestId),
      }
      return { key: `chat-mark-${channel}`, payload: { case: 'chatMarkMoved', value } }
    }
    case 'channel': {
      const value = { channel: update.channelId, slowModeSec: BigInt(update.slowModeSec) }
      return { key: `chat-channel-${update.channelId}`, payload: { case: 'chatChannelChanged', value } }
    }
    case 'time_out': {
      const value = { until: BigInt(update.untilMs), reason: update.reason }
      return { key: 'chat-time-out', payload: { case: 'chatTimedOut', value } }
    }
  }
}
