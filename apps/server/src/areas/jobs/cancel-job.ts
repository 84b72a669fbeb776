import type { CallResponse } from '@clutch/contract'
import { asJobId, asUserId, type QueueName } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import type { Context } from '../../context.ts'
import { sendCommand, type Sender } from '../send-command.ts'

/** Cancels a job that has not begun. */
export function cancelJob(
  context: Context,
  sender: Sender,
  queue: QueueName,
  id: string,
): Promise<ApiResult<CallResponse<'POST /craft/cancel'>>> {
  // The rules compare ids as text, but uuids are case-insensitive.
  const jobId = asJobId(id.toLowerCase())
  return sendCommand(context, sender, { type: 'cancel_job', userId: asUserId(sender.userId), queue, jobId })
}
