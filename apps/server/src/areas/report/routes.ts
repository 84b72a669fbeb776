import { Readable } from 'node:stream'
import type { EconomyDayDetails, NamedPlayer } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import { fail, succeed } from '@clutch/economy'
import type { AuditSubject, Operator } from '../../store/audit-log.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { isoDay, periodOf, toDaySec } from './days.ts'
import type { EconomyReports } from './economy-reports.ts'
import { exportReport } from './export-report.ts'
import type { StoredDay } from './reckon-day.ts'

/** Calls of the economy report (rules §16). */
export function reportRoutes({ store: { db } }: Context, reports: EconomyReports): CallHandlers {
  return {
    'POST /admin/economy-report': async ({ operator, body }) => {
      const period = periodOf(body)
      if (period === undefined) return invalid(operator, body)
      await writeAuditRow(db, subjectOf(operator), { outcome: 'done', after: body })
      await reports.refresh()
      const rows = await db
        .selectFrom('economy_day')
        .selectAll()
        .where('day_sec', '>=', period.fromSec)
        .where('day_sec', '<=', period.untilSec)
        .orderBy('day_sec')
        .execute()
      return succeed({
        days: rows.map((row) => toSummary(toDetails(row))),
        as_of: toSeconds(Math.max(0, ...rows.map(({ made_at_ms }) => made_at_ms))),
      })
    },
    'POST /admin/economy-day': async ({ operator, body }) => {
      await writeAuditRow(db, subjectOf(operator), { outcome: 'done', after: body })
      const row = await db
        .selectFrom('economy_day')
        .selectAll()
        .where('day_sec', '=', toDaySec(body.time_slot))
        .executeTakeFirst()
      const day = row === undefined ? null : toDetails(row)
      return succeed({ day, players: day === null ? [] : await namePlayers(playersIn(day)) })
    },
    'POST /admin/economy-report/export': async ({ operator, body, reply }) => {
      const period = periodOf(body)
      if (period === undefined) return invalid(operator, body)
      await writeAuditRow(db, subjectOf(operator), { outcome: 'done', after: { ...body, export: true } })
      await reports.refresh()
      void reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="economy-${body.table}.csv"`)
      await reply.send(Readable.from(exportReport(db, body.table, period, body.lang)))
      return undefined
    },
  }

  async function invalid(operator: Operator, after: object) {
    await writeAuditRow(db, subjectOf(operator), { outcome: 'invalid_input', after })
    return fail({ code: 'invalid_input' as const })
  }

  function namePlayers(userIds: readonly string[]): Promise<NamedPlayer[]> {
    if (userIds.length === 0) return Promise.resolve([])
    return db
      .selectFrom('player')
      .select(['user_id as user_uuid', 'steam_id', 'name'])
      .where('user_id', 'in', userIds)
      .execute()
  }
}

/** Players named in a day's findings. */
function playersIn({ wash_trades, gift_trades }: EconomyDayDetails): string[] {
  const named = [
    ...wash_trades.flatMap(({ members }) => members),
    ...gift_trades.flatMap(({ seller_id, buyer_id }) => [seller_id, buyer_id]),
  ]
  return [...new Set(named)]
}

function toDetails(row: { day_sec: number; is_closed: boolean; figures: StoredDay }): EconomyDayDetails {
  return { time_slot: isoDay(row.day_sec), is_open: !row.is_closed, ...row.figures }
}

function toSummary(details: EconomyDayDetails) {
  const {
    flows: _f,
    item_residuals: _i,
    top_items: _t,
    wash_trades: _w,
    gift_trades: _g,
    outliers: _o,
    ...day
  } = details
  return day
}

function subjectOf(operator: Operator): AuditSubject {
  return { operator, action: 'economy.read', target: '', reason: '', idempotencyKey: undefined }
}
