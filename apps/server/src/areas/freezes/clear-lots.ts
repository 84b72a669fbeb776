import { asItemId, asLotId, asUserId, fail, succeed, WORLD } from '@clutch/economy'
import { v7 } from 'uuid'
import type { AuditSubject } from '../../audit/audit-entry.ts'
import type { ApiResult } from '../../api-result.ts'
import type { Context } from '../../context.ts'
import type { TaskHandlers } from '../../tasks/tasks.ts'
import type { AnswerOf, Outcome } from '../../writer/outcome.ts'

const KIND = 'clear_item_lots'
const NEW_TASK = { kind: KIND, attempts: 0, last_error: null } as const
/** Lots that one command names. */
const LOTS_AT_ONCE = 500

interface ClearTask {
  readonly itemId: number
  readonly audit: AuditSubject
}

/** Freezes or thaws a player's trading. Nobody can place another lot once it is frozen, so few rounds find them all. */
export async function freezeTrading(
  context: Context,
  userId: string,
  audit: AuditSubject,
  reason: string,
): Promise<ApiResult<{ ok: true }>> {
  for (;;) {
    const lots = reason === '' ? [] : await openLotsOf(context, userId)
    const outcome = await context.writer.submit<'freeze_trading'>({
      command: { type: 'freeze_trading', userId: asUserId(userId), reason, lotIds: lots.map(asLotId) },
      actorId: asUserId(audit.operator.userId),
      idempotency: undefined,
      audit,
    })
    if (!outcome.ok) return fail(context.toApiError(outcome.error))
    if (reason === '' || (await openLotsOf(context, userId)).length === 0) return succeed({ ok: true })
  }
}

/** Stops the market in an item, or lets it go on; asked to, its lots are cancelled by work that survives a restart. */
export async function freezeItem(
  context: Context,
  itemId: number,
  audit: AuditSubject,
  { reason, cancelsLots }: { readonly reason: string; readonly cancelsLots: boolean },
): Promise<ApiResult<{ ok: true }>> {
  const outcome: Outcome<AnswerOf<'freeze_item'>> = await context.writer.submit<'freeze_item'>({
    command: { type: 'freeze_item', userId: WORLD, itemId: asItemId(itemId), reason },
    actorId: asUserId(audit.operator.userId),
    idempotency: undefined,
    audit,
  })
  if (!outcome.ok) return fail(context.toApiError(outcome.error))
  if (reason !== '' && cancelsLots) {
    const task: ClearTask = { itemId, audit }
    await context.store.db
      .insertInto('task')
      .values({ ...NEW_TASK, task_id: v7(), payload: JSON.stringify(task), due_at_ms: Date.now() })
      .execute()
  }
  return succeed({ ok: true })
}

/** Cancels lots portion by portion until none is open, or the item is on the market again. */
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
        if (!outcome.ok && outcome.error.code === 'unavailable') throw new Error('The writer is away')
        if (!outcome.ok && outcome.error.code === 'economy_frozen') throw new Error('The economy is frozen')
        if (!outcome.ok || outcome.value.cancelled === 0) return
      }
    },
  }
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
