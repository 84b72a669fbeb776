import { NEWS_LIMITS, type OperatorAction } from '@clutch/contract'
import { succeed } from '@clutch/economy'
import type { AuditSubject, Operator } from '../../store/audit-log.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { toAnswer, toEntry } from './entry.ts'
import type { NewsBoard } from './news-board.ts'
import { saveNews, withdrawNews } from './save-news.ts'

/** Browsers revalidate each time, so that scheduled entries appear on time. */
const NEWS_CACHE = 'public, no-cache'
const NOT_MODIFIED = 304
/** Number of latest withdrawn entries listed for operators, who can restore them. */
const WITHDRAWN_MAX = 50

export interface NewsOptions {
  readonly board: NewsBoard
  /** Applies a change on this server and notifies the others. */
  readonly changed: () => Promise<void>
  readonly nowMs: () => number
}

/** Announcements and changelog (document 1 §1), and the operators' editor. */
export function newsRoutes(context: Context, { board, changed, nowMs }: NewsOptions): CallHandlers {
  const { db } = context.store
  return {
    'GET /news': async ({ query, request, reply }) => {
      const { version, byLanguage } = board.current()
      const tag = `"${version}-${query.lang}"`
      void reply.header('cache-control', NEWS_CACHE).header('etag', tag)
      if (request.headers['if-none-match'] !== tag) return succeed(byLanguage[query.lang])
      await reply.code(NOT_MODIFIED).send()
      return undefined
    },
    'POST /admin/news': async ({ operator }) => {
      await writeAuditRow(db, subjectOf(operator, 'news.read', ''), { outcome: 'done' })
      const entries = (isWithdrawn: boolean, max: number) =>
        db
          .selectFrom('news_entry')
          .selectAll()
          .where('is_withdrawn', '=', isWithdrawn)
          .orderBy(isWithdrawn ? 'edited_at_ms' : 'visible_from_ms', 'desc')
          .orderBy('entry_id', 'desc')
          .limit(max)
          .execute()
      const rows = [...(await entries(false, NEWS_LIMITS.entries)), ...(await entries(true, WITHDRAWN_MAX))]
      return succeed({
        response: rows.map((row) => toAnswer(toEntry(row), nowMs())),
        pack: board.packEntries(),
      })
    },
    'POST /admin/save-news': async ({ operator, body }) => {
      const saved = await saveNews(
        context,
        subjectOf(operator, 'news.write', body.entry_id, '', body.idempotency_key),
        body,
        nowMs(),
      )
      if (saved.ok) await changed()
      return saved
    },
    'POST /admin/withdraw-news': async ({ operator, body }) => {
      const { entry_id, is_withdrawn, reason, idempotency_key } = body
      // The audit entry's reason distinguishes restoring from withdrawing.
      const given = is_withdrawn ? reason : `back: ${reason}`
      const done = await withdrawNews(
        context,
        subjectOf(operator, 'news.withdraw', entry_id, given, idempotency_key),
        body,
        nowMs(),
      )
      if (done.ok) await changed()
      return done
    },
  }
}

function subjectOf(
  operator: Operator,
  action: OperatorAction,
  target: string,
  reason = '',
  idempotencyKey?: string,
): AuditSubject {
  return { operator, action, target, reason, idempotencyKey }
}
