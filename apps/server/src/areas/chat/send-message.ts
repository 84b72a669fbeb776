import { succeed } from '@clutch/economy'
import type { CommandInput } from '../../http/call-handlers.ts'
import type { SendResult } from './batch-decisions.ts'
import type { Chat } from './chat.ts'
import type { Draft } from './draft.ts'
import { cleanText } from './message-text.ts'
import { toKeyedCall } from '../../store/keyed-calls.ts'

/** Sends a message if its text, channel and sender permit (rules §12). */
export async function sendMessage(
  chat: Chat,
  { userId, body, idempotencyKey }: Omit<CommandInput<'POST /chat/send'>, 'caller'>,
): Promise<SendResult> {
  return chat.writer.send({
    senderId: userId,
    content: await checkContent(chat, userId, body),
    request: toKeyedCall(userId, idempotencyKey, 'send', body),
  })
}

async function checkContent(
  chat: Chat,
  userId: string,
  body: CommandInput<'POST /chat/send'>['body'],
): Promise<Draft['content']> {
  const text = cleanText(body.text)
  if (!text.ok) return text
  const channel = await chat.openChannel(userId, body.channel_id)
  if (!channel.ok) return channel
  return succeed({ channel: channel.value, text: text.value, isForbidden: chat.words.isIn(text.value) })
}
