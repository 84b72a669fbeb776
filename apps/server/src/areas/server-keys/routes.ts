import { fail, succeed } from '@clutch/economy'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { writeAuditRow, type AuditSubject } from '../../store/audit-log.ts'
import { operateOnce } from '../../store/keyed-calls.ts'
import { createServerKey, listServerKeys, revokeServerKey } from './manage-keys.ts'

/** The console's calls about keys of the game's servers (integration §1). */
export function serverKeyRoutes(context: Context): CallHandlers {
  const { db } = context.store
  return {
    'POST /admin/server-keys': async ({ operator }) => {
      const audit: AuditSubject = {
        operator,
        action: 'server_key.read',
        target: '',
        reason: '',
        idempotencyKey: undefined,
      }
      await writeAuditRow(db, audit, { outcome: 'done' })
      return succeed({ keys: await listServerKeys(db) })
    },
    'POST /admin/create-server-key': async ({ operator, body }) => {
      const { reason, idempotency_key: idempotencyKey, ...terms } = body
      const audit: AuditSubject = { operator, action: 'server_key.create', target: '', reason, idempotencyKey }
      // Kept out of the outcome, which is stored.
      let created: string | null = null
      const result = await operateOnce(context, audit, body, async (trx) => {
        const { key, secret } = await createServerKey(trx, terms, operator.name)
        created = secret
        await writeAuditRow(trx, { ...audit, target: key.id }, { outcome: 'done', after: terms })
        return succeed({ key })
      })
      return result.ok ? succeed({ ...result.value, secret: created }) : result
    },
    'POST /admin/revoke-server-key': ({ operator, body }) => {
      const { id, reason, idempotency_key: idempotencyKey } = body
      const audit: AuditSubject = { operator, action: 'server_key.revoke', target: id, reason, idempotencyKey }
      return operateOnce(context, audit, body, async (trx) => {
        const key = await revokeServerKey(trx, id)
        await writeAuditRow(trx, audit, { outcome: key === undefined ? 'not_found' : 'done' })
        return key === undefined ? fail({ code: 'not_found' }) : succeed({ key })
      })
    },
  }
}
