import { COMPENSATION_NOT_UNDERSTOOD_MAX, type ParsedBody } from '@clutch/contract'
import { fail, succeed } from '@clutch/economy'
import type { Operator } from '../../store/audit-log.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { ApiError } from '../../api-result.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { changeRun } from './change-run.ts'
import { choosePlayers } from './choose-players.ts'
import { readOpenRuns, readRefusals, readRuns } from './queries.ts'
import { countPlayers, rejectCount, startRun } from './start-run.ts'
import './tables.ts'

const SAMPLE_MAX = 10

/** Compensation of one or many players: preview, runs and their progress. */
export function compensationRoutes(context: Context): CallHandlers {
  const { db } = context.store
  const look = (operator: Operator, target: string, outcome = 'done', after?: object) => {
    const subject = { operator, action: 'compensation.read', target, reason: '', idempotencyKey: undefined } as const
    return writeAuditRow(db, subject, { outcome, after })
  }
  return {
    'POST /admin/compensation/preview': async ({ operator, body: { players, coins, items } }) => {
      const chosen = await choosePlayers(db, players)
      const count = await countPlayers(db, chosen)
      // An empty result is valid: it lists the entries that were not recognized.
      const rejection = findUnknownItem(context, items) ?? (count === 0 ? undefined : rejectCount(count))
      await look(operator, '', rejection?.code, { players: count, coins, items })
      if (rejection !== undefined) return fail(rejection)
      const sample = await db
        .selectFrom('player')
        .select(['steam_id', 'name'])
        .where(chosen.where)
        .orderBy('name')
        .limit(SAMPLE_MAX)
        .execute()
      return succeed({
        players: count,
        coins_total: coins * count,
        items_total: items.map((item) => ({ item_id: item.item_id, count: item.count * count })),
        sample,
        not_understood: chosen.notUnderstood.slice(0, COMPENSATION_NOT_UNDERSTOOD_MAX),
        repeated: chosen.repeated,
      })
    },
    'POST /admin/compensation/start': async (input) => {
      const unknown = findUnknownItem(context, input.body.items)
      if (unknown === undefined) return startRun(context, input)
      const { idempotency_key: idempotencyKey, reason } = input.body
      const { operator } = input
      const subject = { operator, action: 'compensation.start', target: '', reason, idempotencyKey } as const
      await writeAuditRow(db, subject, { outcome: unknown.code })
      return fail(unknown)
    },
    'POST /admin/compensation/stop': (input) => changeRun(context, 'stop', input),
    'POST /admin/compensation/resume': (input) => changeRun(context, 'resume', input),
    'POST /admin/compensation/runs': async ({ operator, body: { last_uuid } }) => {
      await look(operator, '')
      return succeed({ response: await readRuns(db, last_uuid || undefined) })
    },
    'POST /admin/compensation/refusals': async ({ operator, body: { run_id, last_uuid } }) => {
      await look(operator, run_id)
      return succeed({ response: await readRefusals(db, run_id, last_uuid || undefined) })
    },
    // Polled every second while a run is shown; returns numbers only, so it writes no audit row.
    'GET /console/compensation-progress': async () => succeed({ response: await readOpenRuns(db) }),
  }
}

function findUnknownItem(
  { pack }: Context,
  items: ParsedBody<'POST /admin/compensation/preview'>['items'],
): ApiError | undefined {
  const unknown = items.find(({ item_id }) => !pack.itemById.has(item_id))
  return unknown && { code: 'unknown_item', params: { item_id: unknown.item_id } }
}
