import type { CallResponse, ParsedBody } from '@clutch/contract'
import { asAssetId, asItemId, asUserId, COINS, fail, succeed, type UserId } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import type { AuditSubject } from '../../store/audit-log.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { OperatorInput } from '../../http/call-handlers.ts'
import { hashBody, type CommandOf } from '../../writer/submission.ts'
import type { AuthContext } from '../auth/sign-in.ts'
import { findUserId } from '../players/players.ts'
import { readAdminUser } from './read-user.ts'

type AddBody = ParsedBody<'POST /admin/add'>
type ConsumeBody = ParsedBody<'POST /admin/consume'>
type Changed = CallResponse<'POST /admin/add'>

/** Gives a player items or coins (document 2 §7, rules §13, integration §2). */
export function addItems(context: AuthContext, input: OperatorInput<'POST /admin/add'>): Promise<ApiResult<Changed>> {
  const { item_id, count, kind } = input.body
  return changeItems(context, input, 'item.add', (userId) => ({
    type: 'grant',
    userId,
    kind,
    ...(item_id === COINS ? { coins: count, items: [] } : { coins: 0, items: [{ itemId: asItemId(item_id), count }] }),
  }))
}

/** Takes items or coins from a player (document 2 §7, rules §13, integration §2). */
export function consumeItems(
  context: AuthContext,
  input: OperatorInput<'POST /admin/consume'>,
): Promise<ApiResult<Changed>> {
  const { item_id, count } = input.body
  return changeItems(context, input, 'item.consume', (userId) => ({
    type: 'consume',
    userId,
    asset: asAssetId(item_id),
    count,
  }))
}

/**
 * Submits one command with the idempotency key of the body, committed with its audit row. Commands that do not reach
 * the writer are recorded in the audit log, too.
 */
async function changeItems<Name extends 'POST /admin/add' | 'POST /admin/consume'>(
  context: AuthContext,
  { operator, body }: OperatorInput<Name>,
  action: 'item.add' | 'item.consume',
  commandOf: (userId: UserId) => CommandOf<'grant'> | CommandOf<'consume'>,
): Promise<ApiResult<Changed>> {
  const { steam_id, idempotency_key, reason }: AddBody | ConsumeBody = body
  const audit: AuditSubject = { operator, action, target: steam_id, reason, idempotencyKey: idempotency_key }
  const userId = await findUserId(context.store, steam_id)
  if (userId === undefined) {
    await writeAuditRow(context.store.db, audit, { outcome: 'user_not_found' })
    return fail({ code: 'user_not_found' })
  }
  const outcome = await context.writer.submit<'grant' | 'consume'>({
    command: commandOf(asUserId(userId)),
    actorId: asUserId(operator.userId),
    idempotency: { ownerId: operator.userId, key: idempotency_key, requestHash: hashBody(action, body) },
    audit,
  })
  if (!outcome.ok) {
    // The writer did not write the audit row. A retry with the same key shows whether the command was applied.
    const { code } = outcome.error
    if (code === 'unavailable' || code === 'economy_frozen')
      await writeAuditRow(context.store.db, audit, { outcome: code })
    return fail(context.toApiError(outcome.error))
  }
  const user = await readAdminUser(context, steam_id)
  return user === undefined
    ? fail({ code: 'user_not_found' })
    : succeed({ operation_id: outcome.value.operation_id, user })
}
