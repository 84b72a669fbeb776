import { fail, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import type { Operator } from '../../store/audit-log.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import type { AuthContext } from '../auth/sign-in.ts'
import { findUserId } from '../players/players.ts'
import { readActiveTrades, readTradeHistory } from '../trades/queries.ts'
import { readPlayerExchanges, readPlayerJobs, readPlayerLots } from './player-card.ts'

/** A player's lots, jobs, trades and exchanges; each request writes a row of the audit log that names what was read. */
export function playerCardRoutes(context: AuthContext): CallHandlers {
  const look = async <Answer>(
    operator: Operator,
    steamId: string,
    at: string,
    read: (userId: string) => Promise<Answer>,
  ): Promise<ApiResult<Answer>> => {
    const userId = await findUserId(context.store, steamId)
    const subject = { operator, action: 'user.read', target: steamId, reason: '', idempotencyKey: undefined } as const
    const outcome = userId === undefined ? 'user_not_found' : 'done'
    await writeAuditRow(context.store.db, subject, { outcome, after: { at } })
    return userId === undefined ? fail({ code: 'user_not_found' }) : succeed(await read(userId))
  }
  return {
    'POST /admin/player-lots': ({ operator, body: { steam_id, last_uuid } }) =>
      look(operator, steam_id, 'lots', async (userId) => ({
        response: await readPlayerLots(context, userId, last_uuid || undefined),
      })),
    'POST /admin/player-jobs': ({ operator, body: { steam_id } }) =>
      look(operator, steam_id, 'jobs', (userId) => readPlayerJobs(context, userId)),
    'POST /admin/player-trades': ({ operator, body: { steam_id, last_uuid } }) =>
      look(operator, steam_id, 'trades', async (userId) => ({
        active: last_uuid ? [] : await readActiveTrades(context, userId),
        ended: await readTradeHistory(context, userId, { last_uuid }),
      })),
    'POST /admin/player-exchanges': ({ operator, body: { steam_id, last_uuid } }) =>
      look(operator, steam_id, 'exchanges', async (userId) => ({
        response: await readPlayerExchanges(context, userId, last_uuid || undefined),
      })),
  }
}
