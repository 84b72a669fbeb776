import type { ParsedBody } from '@clutch/contract'
import { asItemId, asLotId, asUserId, fail, succeed, WORLD } from '@clutch/economy'
import { v7 } from 'uuid'
import type { AuditSubject } from '../../store/audit-log.ts'
import type { ApiResult } from '../../api-result.ts'
import type { Context } from '../../context.ts'
import { once, toKeyedCall } from '../../store/keyed-calls.ts'
import type { TaskHandlers } from '../../tasks/tasks.ts'
import type { ResponseOf, Outcome } from '../../writer/outcome.ts'

const KIND = 'clear_item_lots'
const NEW_TASK = { kind: KIND, attempts: 0, last_error: null } as const
/** Maximum lots per command. */
const LOTS_AT_ONCE = 500

interface ClearTask {
  readonly itemId: number
  readonly audit: AuditSubject
}

/**
 * Freezes or thaws a player's trading; a freeze cancels the player's open lots in rounds, which end because no lot can
 * be placed after the first. Only the first round uses the idempotency key: a repeated call resumes the rounds while
 * the player is still frozen for the same reason.
 */
export async function freezeTrading(
  context: Context,
  userId: string,
  audit: AuditSubject,
  body: ParsedBody<'POST /admin/freeze-trading'>,
): Promise<ApiResult<{ ok: true }>> {
  const reason = body.is_frozen ? body.reason : ''
  for (let round = 0; ; round += 1) {
    const lots = reason === '' ? [] : await openLotsOf(context, userId)
    if (round > 0 && (lots.length === 0 || (await freezeReasonOf(context, userId)) !== reason)) {
      return succeed({ ok: true })
    }
    const outcome = await context.writer.submit<'freeze_trading'>({
      command: { type: 'freeze_trading', userId: asUserId(userId), reason, lotIds: lots.map(asLotId) },
      actorId: asUserId(audit.operator.userId),
      idempotency:
        round === 0 ? toKeyedCall(audit.operator.userId, audit.idempotencyKey, audit.action, body) : undefined,
      audit,
    })
    if (!outcome.ok) return fail(context.toApiError(outcome.error))
  }
}

/** Freezes or thaws the market in an item; on request, a task that survives restarts cancels its lots. */
export async function freezeItem(
  context: Context,
  audit: AuditSubject,
  body: ParsedBody<'POST /admin/freeze-item'>,
): Promise<ApiResult<{ ok: true }>> {
  const reason = body.is_frozen ? body.reason : ''
  const { item_id: itemId, cancel_lots: cancelsLots } = body
  const { userId } = audit.operator
  const outcome: Outcome<ResponseOf<'freeze_item'>> = await context.writer.submit<'freeze_item'>({
    command: { type: 'freeze_item', userId: WORLD, itemId: asItemId(itemId), reason },
    actorId: asUserId(userId),
    idempotency: toKeyedCall(userId, audit.idempotencyKey, audit.action, body),
    audit,
  })
  if (!outcome.ok) return fail(context.toApiError(outcome.error))
  if (reason !== '' && cancelsLots) {
    const task: ClearTask = { itemId, audit }
    // A key that callers cannot send: a repeated call enqueues the task once, even if the first call stopped midway.
    const key = audit.idempotencyKey === undefined ? undefined : `${audit.idempotencyKey} ${KIND}`
    await once(context, toKeyedCall(userId, key, KIND, body), Date.now(), async (trx) => {
      await trx
        .insertInto('task')
        .values({ ...NEW_TASK, task_id: v7(), payload: JSON.stringify(task), due_at_ms: Date.now() })
        .execute()
      return succeed(null)
    })
  }
  return succeed({ ok: true })
}

/** Cancels lots in portions until none is open or the item is thawed. */
export function freezeTasks(context: Pick<Context, 'writer'>): TaskHandlers {
  return {
    async [KIND](payload, signal) {
      const { itemId, audit } = payload as ClearTask
      for (;;) {
        signal.throwIfAborted()
        const outcome = await context.writer.submit<'clear_book'>({
          command: { type: 'clear_book', userId: WORLD, itemId: asItemId(itemId) },
          actorId: asUserId(audit.operator.userId),
          idempotency: undefined,
          audit: { ...audit, action: 'lot.cancel' },
        })
        if (!outcome.ok && outcome.error.code === 'unavailable') throw new Error('The writer is unavailable')
        if (!outcome.ok && outcome.error.code === 'economy_frozen') throw new Error('The economy is halted')
        if (!outcome.ok || outcome.value.cancelled === 0) return
      }
    },
  }
}

async function freezeReasonOf({ store }: Context, userId: string): Promise<string | undefined> {
  const query = store.db.selectFrom('trading_freeze').select('reason').where('user_id', '=', userId)
  return (await query.executeTakeFirst())?.reason
}

async function openLotsOf({ store }: Context, userId: string): Promise<string[]> {
  const rows = await store.db
    .selectFrom('lot')
    .select('lot_id')
    .where('owner_id', '=', userId)
    .limit(LOTS_AT_ONCE)
    .execute()
  return rows.map(({ lot_id }) => lot_id)
}
