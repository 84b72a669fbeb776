import { asUserId, fail, succeed, type CommandType } from '@clutch/economy'
import type { ApiResult } from '../api-result.ts'
import type { Context } from '../context.ts'
import type { ResponseOf } from '../writer/outcome.ts'
import { hashRequest, type CommandOf } from '../writer/submission.ts'

/** The sender of a command and its idempotency key. */
export interface Sender {
  readonly userId: string
  readonly idempotencyKey: string | undefined
}

/** Submits a command to the writer with its sender's key, and maps a rejection to an error of the API. */
export async function sendCommand<Type extends CommandType>(
  context: Context,
  sender: Sender,
  command: CommandOf<Type>,
): Promise<ApiResult<ResponseOf<Type>>> {
  const { idempotencyKey: key, userId: ownerId } = sender
  const idempotency = key === undefined ? undefined : { ownerId, key, requestHash: hashRequest(command) }
  const outcome = await context.writer.submit<Type>({ command, actorId: asUserId(ownerId), idempotency })
  return outcome.ok ? succeed(outcome.value) : fail(context.toApiError(outcome.error))
}
