import { WEBHOOKS_MAX, type Webhook, type WebhookTerms } from '@clutch/contract'
import { SERVER_EVENT_TYPES } from '@clutch/contract/server'
import { SECOND_MS, toSeconds } from '@clutch/contract/formats'
import { fail, succeed } from '@clutch/economy'
import { sql, type Generated, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { ApiResult } from '../../api-result.ts'
import type { AuditSubject } from '../../store/audit-log.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { Database } from '../../store/database.ts'
import { newestEventId } from '../events/read-events.ts'
import { newWebhookSecret } from './signature.ts'

declare module '../../store/database.ts' {
  interface Database {
    webhook: WebhookTable
  }
}

/** An endpoint that gets events (integration §3). */
interface WebhookTable {
  webhook_id: string
  url: string
  /** Types of events; all if empty. */
  types: string[]
  description: string
  is_enabled: boolean
  disabled_because: Generated<Webhook['disabled_because']>
  /** Kept as it is: each delivery is signed with it. */
  secret: string
  /** Also valid until `old_secret_until_ms`. */
  old_secret: Generated<string | null>
  old_secret_until_ms: Generated<number | null>
  created_at_ms: number
  created_by: string
  /** Grows with every change by an operator or key, which overrules what the deliverer stores at the same time. */
  revision: Generated<number>
  /** The last event that was delivered, given up, or of another type; empty before the first. */
  cursor: string
  /** Failed attempts of the event after the cursor. */
  failed_attempts: Generated<number>
  next_attempt_at_ms: Generated<number>
  failing_since_ms: Generated<number | null>
  delivered_at_ms: Generated<number | null>
}

export type WebhookRow = Selectable<WebhookTable>

export function findWebhook(db: Kysely<Database>, id: string): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhook').selectAll().where('webhook_id', '=', id).executeTakeFirst()
}

/** All endpoints, by id. */
export function listWebhooks(db: Kysely<Database>): Promise<WebhookRow[]> {
  return db.selectFrom('webhook').selectAll().orderBy('webhook_id').execute()
}

/** The number of endpoints that were disabled because of their failures. */
export async function countDisabledWebhooks(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from webhook where disabled_because is not null`.execute(db)
  return rows[0]?.count ?? 0
}

type Changed = ApiResult<{ webhook: Webhook; secret: string | null }>

/**
 * Creates an endpoint, which gets the events from now on, or changes it. A change is retried at once. Repeating it changes
 * nothing, so game servers may set their endpoints at each start.
 */
export async function setWebhook(
  trx: Transaction<Database>,
  audit: AuditSubject,
  terms: WebhookTerms,
  nowMs: number,
): Promise<Changed> {
  const known = await findWebhook(trx, audit.target)
  if (known === undefined) return createWebhook(trx, audit, terms, nowMs)
  const before = termsOf(known)
  const after = { ...terms, types: typesOf(terms) }
  const isSame = JSON.stringify(before) === JSON.stringify(after)
  if (isSame && known.failing_since_ms === null) return succeed({ webhook: toWebhook(known, nowMs), secret: null })
  const row = await trx
    .updateTable('webhook')
    .set({
      ...columnsOf(terms),
      disabled_because: null,
      revision: sql`revision + 1`,
      failed_attempts: 0,
      next_attempt_at_ms: 0,
      failing_since_ms: null,
    })
    .where('webhook_id', '=', audit.target)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeAuditRow(trx, audit, { outcome: 'done', before, after })
  return succeed({ webhook: toWebhook(row, nowMs), secret: null })
}

async function createWebhook(
  trx: Transaction<Database>,
  audit: AuditSubject,
  terms: WebhookTerms,
  nowMs: number,
): Promise<Changed> {
  // Without the lock, concurrent calls could create more than the maximum, or one of them would fail.
  await sql`select pg_advisory_xact_lock(hashtextextended('webhooks', 0))`.execute(trx)
  const others = await listWebhooks(trx)
  if (others.some(({ webhook_id }) => webhook_id === audit.target)) return setWebhook(trx, audit, terms, nowMs)
  if (others.length >= WEBHOOKS_MAX) {
    await writeAuditRow(trx, audit, { outcome: 'too_many_webhooks' })
    return fail({ code: 'too_many_webhooks', params: { max: WEBHOOKS_MAX } })
  }
  const secret = newWebhookSecret()
  const row = await trx
    .insertInto('webhook')
    .values({
      webhook_id: audit.target,
      ...columnsOf(terms),
      secret,
      created_at_ms: nowMs,
      created_by: audit.operator.name,
      cursor: await newestEventId(trx),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeAuditRow(trx, audit, { outcome: 'done', after: terms })
  return succeed({ webhook: toWebhook(row, nowMs), secret })
}

/**
 * Replaces the secret. The old one stays valid for a while; during that time, a further rotation replaces only the new
 * one: its caller may never have received it.
 */
export async function rotateSecret(
  trx: Transaction<Database>,
  audit: AuditSubject,
  keepOldForSec: number,
  nowMs: number,
): Promise<Changed> {
  const known = await findWebhook(trx, audit.target)
  if (known === undefined) return rejectMissing(trx, audit)
  const secret = newWebhookSecret()
  const old = validSecrets(known, nowMs).at(-1)
  const row = await trx
    .updateTable('webhook')
    .set({
      secret,
      old_secret: keepOldForSec === 0 ? null : old,
      old_secret_until_ms: keepOldForSec === 0 ? null : nowMs + keepOldForSec * SECOND_MS,
      revision: sql`revision + 1`,
    })
    .where('webhook_id', '=', audit.target)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeAuditRow(trx, audit, { outcome: 'done', after: { keep_old_for_s: keepOldForSec } })
  return succeed({ webhook: toWebhook(row, nowMs), secret })
}

/** Deletes an endpoint with its deliveries. */
export async function deleteWebhook(
  trx: Transaction<Database>,
  audit: AuditSubject,
  nowMs: number,
): Promise<ApiResult<{ webhook: Webhook }>> {
  const row = await trx.deleteFrom('webhook').where('webhook_id', '=', audit.target).returningAll().executeTakeFirst()
  if (row === undefined) return rejectMissing(trx, audit)
  await trx.deleteFrom('webhook_delivery').where('webhook_id', '=', audit.target).execute()
  await writeAuditRow(trx, audit, { outcome: 'done', before: termsOf(row) })
  return succeed({ webhook: toWebhook(row, nowMs) })
}

async function rejectMissing(trx: Transaction<Database>, audit: AuditSubject): Promise<ApiResult<never>> {
  await writeAuditRow(trx, audit, { outcome: 'not_found' })
  return fail({ code: 'not_found' })
}

/** Retries the next event of an endpoint now: it has just accepted another one. */
export async function retryNow(db: Kysely<Database>, id: string): Promise<void> {
  await db.updateTable('webhook').set({ next_attempt_at_ms: 0 }).where('webhook_id', '=', id).execute()
}

/** The secrets with which deliveries are signed, newest first. */
export function validSecrets({ secret, old_secret, old_secret_until_ms }: WebhookRow, nowMs: number): string[] {
  return old_secret !== null && (old_secret_until_ms ?? 0) > nowMs ? [secret, old_secret] : [secret]
}

/** Types of events to deliver; all if empty. */
export function typesOf({ types }: { readonly types: readonly string[] }): WebhookTerms['types'] {
  return SERVER_EVENT_TYPES.filter((type) => types.includes(type))
}

/** In the order of the contract's terms, which their comparison needs. */
function termsOf(row: WebhookRow): WebhookTerms {
  const { url, description, is_enabled: enabled } = row
  return { url, types: typesOf(row), description, enabled }
}

function columnsOf({ url, types, description, enabled }: WebhookTerms) {
  return { url, types: [...types], description, is_enabled: enabled }
}

export function toWebhook(row: WebhookRow, nowMs: number): Webhook {
  return {
    id: row.webhook_id,
    ...termsOf(row),
    disabled_because: row.disabled_because,
    created_at: toSeconds(row.created_at_ms),
    created_by: row.created_by,
    delivered_at: toSecondsOrNull(row.delivered_at_ms),
    failing_since: toSecondsOrNull(row.failing_since_ms),
    failed_attempts: row.failed_attempts,
    next_attempt_at: row.failed_attempts === 0 || !row.is_enabled ? null : toSeconds(row.next_attempt_at_ms),
    old_secret_until: validSecrets(row, nowMs).length > 1 ? toSecondsOrNull(row.old_secret_until_ms) : null,
  }
}

function toSecondsOrNull(ms: number | null): number | null {
  return ms === null ? null : toSeconds(ms)
}
