import { succeed } from '@clutch/economy'
import type { CallResponse } from '@clutch/contract'
import type { ApiResult } from '../../api-result.ts'
import type { CommandInput } from '../../http/call-handlers.ts'
import type { Chat } from './chat.ts'
import { moveMark, readStates } from './history.ts'
import { once, toKeyedCall } from '../../store/keyed-calls.ts'

/** Moves the caller's read mark forward and updates their other devices (rules §12). */
export async function moveReadMark(
  chat: Chat,
  { userId, body, idempotencyKey }: CommandInput<'POST /chat/read'>,
): Promise<ApiResult<CallResponse<'POST /chat/read'>>> {
  const channel = await chat.openChannel(userId, body.channel_id)
  const nowMs = chat.nowMs()
  const request = toKeyedCall(userId, idempotencyKey, 'read', body)
  let newestId: number | undefined
  const result = await once(chat.context, request, nowMs, async (trx) => {
    if (!channel.ok) return channel
    const { id } = channel.value
    await moveMark(trx, userId, id, body.id)
    const [state] = await readStates(trx, userId, [id])
    newestId = state?.newestId ?? 0
    return succeed({ channel_id: id, last_read_id: state?.lastReadId ?? 0, unread: state?.unread ?? 0 })
  })
  // A repeated call changes nothing and returns the first response.
  if (result.ok && newestId !== undefined) {
    const { channel_id: channelId, last_read_id: lastReadId, unread } = result.value
    chat.broadcast({ kind: 'mark', atMs: nowMs, to: [userId], channelId, lastReadId, unread, newestId })
  }
  return result
}
