import { AUDIT_PAGE_SIZE, ROLES, type AuditRow, type ParsedBody } from '@clutch/contract'
import { SECOND_MS, toSeconds } from '@clutch/contract/formats'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { AuditLogTable } from '../../store/audit-log.ts'
import type { Database } from '../../store/database.ts'

/** Filter of rows; empty texts and zeros match any value. */
export type AuditFilter = ParsedBody<'POST /admin/audit/export'>

const AUDIT_ROLES = [...ROLES, 'server_key'] as const
const EXPORT_PAGE_SIZE = 1_000
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type AuditQuery = SelectQueryBuilder<Database, 'audit_log', AuditLogTable>

/** One page of the audit log, newest first. */
export async function readAuditPage(
  db: Kysely<Database>,
  filter: AuditFilter,
  lastId: string | undefined,
): Promise<AuditRow[]> {
  let query = matching(db, filter).orderBy('audit_id', 'desc').limit(AUDIT_PAGE_SIZE)
  if (lastId !== undefined) query = query.where('audit_id', '<', lastId)
  return (await query.execute()).map(toRow)
}

/** Matching rows as lines of JSON, oldest first; the next page is read once the previous one was consumed. */
export async function* exportAudit(db: Kysely<Database>, filter: AuditFilter): AsyncGenerator<string, void> {
  let lastId: string | undefined
  for (;;) {
    let query = matching(db, filter).orderBy('audit_id', 'asc').limit(EXPORT_PAGE_SIZE)
    if (lastId !== undefined) query = query.where('audit_id', '>', lastId)
    const rows = await query.execute()
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(toRow(row))}\n`).join('')
    if (rows.length < EXPORT_PAGE_SIZE) return
    lastId = rows.at(-1)?.audit_id
  }
}

function matching(db: Kysely<Database>, filter: AuditFilter): AuditQuery {
  const { actor, action, target, outcome, from, until } = filter
  let query: AuditQuery = db.selectFrom('audit_log').selectAll()
  if (UUID.test(actor)) query = query.where('actor_id', '=', actor)
  else if (actor !== '') query = query.where('actor_name', 'ilike', `%${actor.replaceAll(/[\\%_]/g, '\\$&')}%`)
  if (action !== '') query = query.where('action', '=', action)
  if (target !== '') query = query.where('target', '=', target)
  if (outcome !== '') query = query.where('outcome', '=', outcome)
  if (from > 0) query = query.where('at_ms', '>=', from * SECOND_MS)
  if (until > 0) query = query.where('at_ms', '<', until * SECOND_MS)
  return query
}

function toRow(row: AuditLogTable): AuditRow {
  return {
    id: row.audit_id,
    time: toSeconds(row.at_ms),
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    actor_role: AUDIT_ROLES.find((role) => role === row.actor_role) ?? 'player',
    session_id: row.session_id,
    address: row.address,
    action: row.action,
    target: row.target,
    operation_ids: row.operation_ids as string[],
    reason: row.reason,
    before: row.before,
    after: row.after,
    request_id: row.request_id,
    idempotency_key: row.idempotency_key,
    outcome: row.outcome,
  }
}
