import { fail, succeed } from '@clutch/economy'
import type { AuditSubject, Operator } from '../../store/audit-log.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { findUserId } from '../players/players.ts'
import { browseLedger, readWholeOperation } from './browse-ledger.ts'

/** The ledger, by player, item, time or operation. */
export function ledgerRoutes({ store }: Context): CallHandlers {
  const { db } = store
  return {
    'POST /admin/ledger': async ({ operator, body: { steam_id, last_uuid, ...filter } }) => {
      const userId = steam_id === '' ? undefined : await findUserId(store, steam_id)
      const isUnknown = steam_id !== '' && userId === undefined
      const outcome = isUnknown ? 'user_not_found' : 'done'
      await writeAuditRow(db, subjectOf(operator, steam_id), { outcome, after: filter })
      if (isUnknown) return fail({ code: 'user_not_found' })
      return succeed(await browseLedger(db, { ...filter, userId }, last_uuid || undefined))
    },
    'POST /admin/operation': async ({ operator, body: { operation_id } }) => {
      const whole = await readWholeOperation(db, operation_id)
      await writeAuditRow(db, subjectOf(operator, operation_id), {
        outcome: whole === undefined ? 'not_found' : 'done',
      })
      return whole === undefined ? fail({ code: 'not_found' }) : succeed(whole)
    },
  }
}

function subjectOf(operator: Operator, target: string): AuditSubject {
  return { operator, action: 'ledger.read', target, reason: '', idempotencyKey: undefined }
}
