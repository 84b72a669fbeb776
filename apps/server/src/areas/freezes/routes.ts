import type { OperatorAction } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import { fail, succeed } from '@clutch/economy'
import { sql } from 'kysely'
import type { AuditSubject, Operator } from '../../store/audit-log.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { findUserId } from '../players/players.ts'
import { freezeItem, freezeTrading } from './clear-lots.ts'

/** Freezes of players' trading and of markets in items, and their display to players. */
export function freezeRoutes(context: Context): CallHandlers {
  const { db } = context.store
  return {
    'GET /marketplace/frozen-items': async () =>
      succeed({
        response: await db.selectFrom('item_freeze').select(['item_id', 'reason']).orderBy('item_id').execute(),
      }),
    'POST /admin/freeze-trading': async ({ operator, body }) => {
      const { steam_id } = body
      const subject = subjectOf(operator, 'trading.freeze', steam_id, body)
      const userId = await findUserId(context.store, steam_id)
      if (userId === undefined) {
        await writeAuditRow(db, subject, { outcome: 'user_not_found' })
        return fail({ code: 'user_not_found' })
      }
      return freezeTrading(context, userId, subject, body)
    },
    'POST /admin/frozen-items': async ({ operator }) => {
      await writeAuditRow(
        db,
        { operator, action: 'freeze.read', target: '', reason: '', idempotencyKey: undefined },
        { outcome: 'done' },
      )
      const { rows } = await sql<{ item_id: number; reason: string; at_ms: number; open_lots: number }>`
        select frozen.item_id, frozen.reason, frozen.at_ms, count(lot.lot_id)::bigint as open_lots
        from item_freeze as frozen left join lot on lot.item_id = frozen.item_id
        group by frozen.item_id order by frozen.item_id`.execute(db)
      return succeed({
        response: rows.map(({ item_id, reason, at_ms, open_lots }) => ({
          item_id,
          reason,
          since: toSeconds(at_ms),
          open_lots,
        })),
      })
    },
    'POST /admin/freeze-item': ({ operator, body }) =>
      freezeItem(context, subjectOf(operator, 'item.freeze', String(body.item_id), body), body),
  }
}

/** In the audit log, a thaw differs from a freeze by the prefix of its reason. */
function subjectOf(
  operator: Operator,
  action: OperatorAction,
  target: string,
  body: { readonly is_frozen: boolean; readonly reason: string; readonly idempotency_key?: string | undefined },
): AuditSubject {
  const reason = body.is_frozen ? body.reason : `thaw: ${body.reason}`
  return { operator, action, target, reason, idempotencyKey: body.idempotency_key }
}
