import type { Logger } from 'pino'
import type { Bus } from '../../bus/bus.ts'
import type { Broadcaster } from '../../live/broadcaster.ts'
import type { AuthContext } from '../auth/sign-in.ts'
import { Chat } from './chat.ts'
import { MessageOrder } from './message-order.ts'
import { readUnpublished } from './read-unpublished.ts'
import { deleteOldRegularly } from './retention.ts'
import { broadcastChat } from './updates.ts'

export interface StartChatOptions {
  readonly context: AuthContext
  readonly bus: Bus
  readonly broadcaster: Broadcaster
  readonly log: Logger
  readonly nowMs?: (() => number) | undefined
}

/** Starts the chat on this server, with broadcasts and deletion of old messages. */
export async function startChat({ context, bus, broadcaster, log, nowMs = Date.now }: StartChatOptions): Promise<{
  readonly chat: Chat
  readonly stop: () => Promise<void>
}> {
  const { store, config } = context
  const chat = new Chat({ context, bus, log, config, nowMs })
  const { last_message_id: lastId } = await store.db
    .selectFrom('chat_state')
    .select('last_message_id')
    .executeTakeFirstOrThrow()
  const order = new MessageOrder({
    lastId,
    deliver: (update) => broadcastChat(broadcaster, update),
    readGap: (afterId, beforeId) => readUnpublished(chat, afterId, beforeId),
    onError: (error) => log.error({ err: error }, 'reading chat messages of another server failed'),
  })
  bus.subscribe('chat', (update) => {
    if (update.kind === 'message') {
      chat.writer.note(update.message, update.atMs)
      order.take(update)
    } else if (update.kind === 'deleted') order.takeDeletion(update)
    else broadcastChat(broadcaster, update)
  })
  const sweeping = deleteOldRegularly(store.db, config.chatKeepDays, nowMs, log)
  return { chat, stop: () => sweeping.stop() }
}
