import { Readable } from 'node:stream'
import { succeed } from '@clutch/economy'
import type { AuditSubject, Operator } from '../../store/audit-log.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { exportAudit, readAuditPage, type AuditFilter } from './queries.ts'

/** Reads the audit log (rules §13); each read is recorded in it. */
export function auditRoutes({ store: { db } }: Context): CallHandlers {
  return {
    'POST /admin/audit': async ({ operator, body: { last_uuid, ...filter } }) => {
      await writeAuditRow(db, subjectOf(operator), { outcome: 'done', after: wanted(filter) })
      return succeed({ response: await readAuditPage(db, filter, last_uuid || undefined) })
    },
    'POST /admin/audit/export': async ({ operator, body, reply }) => {
      await writeAuditRow(db, subjectOf(operator), { outcome: 'done', after: { ...wanted(body), export: true } })
      void reply
        .type('application/x-ndjson; charset=utf-8')
        .header('content-disposition', 'attachment; filename="audit.jsonl"')
      await reply.send(Readable.from(exportAudit(db, body)))
      return undefined
    },
  }
}

function subjectOf(operator: Operator): AuditSubject {
  return { operator, action: 'audit.read', target: '', reason: '', idempotencyKey: undefined }
}

/** The filter without its empty fields. */
function wanted(filter: AuditFilter): object {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '' && value !== 0))
}
