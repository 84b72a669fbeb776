import { SECOND_MS } from '@clutch/contract/formats'
import { findChannel } from './channels.ts'
import { audienceOf, type Chat } from './chat.ts'
import { messages, toMessage } from './history.ts'
import type { MessageUpdate } from './updates.ts'

/** Reads messages between two ids that another server stored but never published because it stopped. */
export async function readUnpublished(
  chat: Pick<Chat, 'context' | 'relations'>,
  afterId: number,
  beforeId: number,
): Promise<readonly MessageUpdate[]> {
  const rows = await messages(chat.context.store.db)
    .where('message_id', '>', afterId)
    .where('message_id', '<', beforeId)
    .where('deleted_by', 'is', null)
    .orderBy('message_id')
    .execute()
  return Promise.all(
    rows.map(async (row): Promise<MessageUpdate> => {
      const message = toMessage(row)
      const channel = findChannel(chat.context.pack, message.channel_id)
      return {
        kind: 'message',
        atMs: message.sent_at * SECOND_MS,
        to: channel === undefined ? [] : audienceOf(channel),
        message,
        hiddenFrom: await chat.relations.blockersOf(message.user_uuid),
      }
    }),
  )
}
