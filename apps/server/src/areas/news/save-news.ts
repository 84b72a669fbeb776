import { NEWS_LIMITS, type NewsEntry, type ParsedBody } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'
import { fail, succeed } from '@clutch/economy'
import { sql, type Transaction } from 'kysely'
import type { ApiError, ApiResult } from '../../api-result.ts'
import type { AuditSubject } from '../../store/audit-log.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { Database } from '../../store/database.ts'
import { operateOnce, type KeyedCallContext } from '../../store/keyed-calls.ts'
import { keyOf, toAnswer, toEntry, type StoredEntry } from './entry.ts'

type Refusal = ApiError

/**
 * Saves a new or changed entry and its audit row in one transaction. Rejects a caller who has not seen the latest
 * version.
 */
export function saveNews(
  context: KeyedCallContext,
  audit: AuditSubject,
  body: ParsedBody<'POST /admin/save-news'>,
  nowMs: number,
): Promise<ApiResult<{ entry: NewsEntry }>> {
  return changeEntry(context, audit, body, nowMs, async (trx, before) => {
    const fromMs = body.visible_from === null ? nowMs : body.visible_from * SECOND_MS
    const untilMs = body.visible_until === null ? null : body.visible_until * SECOND_MS
    if (untilMs !== null && untilMs <= fromMs) return { code: 'invalid_input', params: { detail: 'visible_until' } }
    const after: StoredEntry = {
      entry_id: body.entry_id,
      version: body.seen_version + 1,
      key: keyOf(body.entry_id, body.content),
      content: body.content,
      visible_from_ms: fromMs,
      visible_until_ms: untilMs,
      is_withdrawn: before?.is_withdrawn ?? false,
      edited_by: audit.operator.name,
      edited_at_ms: nowMs,
    }
    if ((before?.version ?? 0) !== body.seen_version) return { code: 'news_changed' }
    return (await findRefusal(trx, after)) ?? after
  })
}

/** Withdraws an entry, or restores it with its former key. */
export function withdrawNews(
  context: KeyedCallContext,
  audit: AuditSubject,
  body: ParsedBody<'POST /admin/withdraw-news'>,
  nowMs: number,
): Promise<ApiResult<{ entry: NewsEntry }>> {
  return changeEntry(context, audit, body, nowMs, async (trx, before) => {
    if (before === undefined) return { code: 'news_not_found' }
    if (before.version !== body.seen_version) return { code: 'news_changed' }
    const after: StoredEntry = {
      ...before,
      version: before.version + 1,
      is_withdrawn: body.is_withdrawn,
      edited_by: audit.operator.name,
      edited_at_ms: nowMs,
    }
    return (await findRefusal(trx, after)) ?? after
  })
}

type Decide = (trx: Transaction<Database>, before: StoredEntry | undefined) => Promise<StoredEntry | Refusal>

/** Serializes changes, so that versions are not overwritten and keys stay unique. */
function changeEntry(
  context: KeyedCallContext,
  audit: AuditSubject,
  body: { readonly entry_id: string },
  nowMs: number,
  decide: Decide,
): Promise<ApiResult<{ entry: NewsEntry }>> {
  return operateOnce(context, audit, body, async (trx) => {
    await sql`lock table news_entry in share row exclusive mode`.execute(trx)
    const row = await trx.selectFrom('news_entry').selectAll().where('entry_id', '=', body.entry_id).executeTakeFirst()
    const before = row === undefined ? undefined : toEntry(row)
    const decided = await decide(trx, before)
    if ('code' in decided) {
      await writeAuditRow(trx, audit, { outcome: decided.code })
      return fail(decided)
    }
    const values = { ...decided, kind: decided.content.kind, content: JSON.stringify(decided.content) }
    await trx
      .insertInto('news_entry')
      .values(values)
      .onConflict((conflict) => conflict.column('entry_id').doUpdateSet(values))
      .execute()
    await writeAuditRow(trx, audit, { outcome: 'done', ...changesOf(before, decided) })
    return succeed({ entry: toAnswer(decided, nowMs) })
  })
}

async function findRefusal(trx: Transaction<Database>, after: StoredEntry): Promise<Refusal | undefined> {
  if (after.is_withdrawn) return undefined
  const others = await trx
    .selectFrom('news_entry')
    .select(['kind', 'key'])
    .where('is_withdrawn', '=', false)
    .where('entry_id', '<>', after.entry_id)
    .execute()
  if (others.some(({ kind, key }) => kind === after.content.kind && key === after.key)) return { code: 'news_taken' }
  if (others.length >= NEWS_LIMITS.entries) return { code: 'too_many_news', params: { max: NEWS_LIMITS.entries } }
  return undefined
}

/** The changed fields before and after, for the audit log. */
function changesOf(before: StoredEntry | undefined, after: StoredEntry): { before?: unknown; after: unknown } {
  const now = toFields(after)
  if (before === undefined) return { after: now }
  const was = toFields(before)
  const changed = [...new Set([...Object.keys(was), ...Object.keys(now)])].filter(
    (field) => JSON.stringify(was[field]) !== JSON.stringify(now[field]),
  )
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((field) => [field, from[field]]))
  return { before: pick(was), after: pick(now) }
}

function toFields({ content, version, visible_from_ms, visible_until_ms, is_withdrawn }: StoredEntry) {
  const fields: Readonly<Record<string, unknown>> = {
    version,
    visible_from_ms,
    visible_until_ms,
    is_withdrawn,
    ...content,
  }
  return fields
}
