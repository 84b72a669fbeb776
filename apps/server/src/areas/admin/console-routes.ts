import type { ErrorCode, OperatorAction } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'
import { fail, succeed } from '@clutch/economy'
import type { Transaction } from 'kysely'
import type { AuditSubject, Operator } from '../../store/audit-log.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import type { Database } from '../../store/database.ts'
import { operateOnce } from '../../store/keyed-calls.ts'
import { logEvent } from '../../store/logged-events.ts'
import type { AuthContext } from '../auth/sign-in.ts'
import { findUserId } from '../players/players.ts'
import { findUsers } from './find-users.ts'
import { readOperations, readPlayerFile } from './player-file.ts'

const DONE = succeed({ ok: true } as const)

/** The console's calls about players; each writes a row of the audit log. */
export function consoleRoutes(context: AuthContext): CallHandlers {
  const { db } = context.store
  return {
    'POST /admin/find-users': async ({ operator, body: { q } }) => {
      await writeAuditRow(db, subjectOf(operator, 'user.search', q), { outcome: 'done' })
      return succeed({ response: await findUsers(context, q) })
    },
    'POST /admin/player-file': async ({ operator, body: { steam_id } }) => {
      const file = await readPlayerFile(context, steam_id)
      await writeAuditRow(db, subjectOf(operator, 'user.read', steam_id), { outcome: outcomeOf(file) })
      return file === undefined ? fail({ code: 'user_not_found' }) : succeed({ file })
    },
    'POST /admin/operations': async ({ operator, body: { steam_id, last_uuid } }) => {
      const userId = await findUserId(context.store, steam_id)
      await writeAuditRow(db, subjectOf(operator, 'ledger.read', steam_id), { outcome: outcomeOf(userId) })
      if (userId === undefined) return fail({ code: 'user_not_found' })
      return succeed({ response: await readOperations(context, userId, last_uuid || undefined) })
    },
    'POST /admin/add-note': ({ operator, body }) => {
      // The audit row is the note: it is permanent and records author and time.
      const audit = subjectOf(operator, 'user.note', body.steam_id, body.text, body.idempotency_key)
      return operateOnce(context, audit, body, async (trx) => {
        const userId = await findUserId({ db: trx }, body.steam_id)
        await writeAuditRow(trx, audit, { outcome: outcomeOf(userId) })
        return userId === undefined ? fail({ code: 'user_not_found' }) : DONE
      })
    },
    'POST /admin/end-sessions': async ({ operator, body }) => {
      const audit = subjectOf(operator, 'session.end', body.steam_id, body.reason, body.idempotency_key)
      let ended: readonly string[] = []
      const result = await operateOnce(context, audit, body, async (trx) => {
        const userId = await findUserId({ db: trx }, body.steam_id)
        ended = userId === undefined ? [] : await context.sessions.endAllOf(userId, trx)
        await writeAuditRow(trx, audit, { outcome: outcomeOf(userId), before: { sessions: ended } })
        return userId === undefined ? fail({ code: 'user_not_found' }) : DONE
      })
      for (const sessionId of ended) context.accessTokens.endSession(sessionId)
      return result
    },
    'POST /admin/ban': async ({ operator, body }) => {
      const audit = subjectOf(operator, 'user.ban', body.steam_id, body.reason, body.idempotency_key)
      let ended: readonly string[] = []
      const { seconds, until = 0 } = body
      const nowSec = Math.floor(Date.now() / SECOND_MS)
      const untilSec = seconds === undefined || seconds === 0 ? until : nowSec + seconds
      const result = await operateOnce(context, audit, body, async (trx) => {
        if (untilSec !== 0 && untilSec <= nowSec) {
          await writeAuditRow(trx, audit, { outcome: 'invalid_input' })
          return fail({ code: 'invalid_input', params: { detail: 'until' } })
        }
        const outcome = await ban(trx, audit, untilSec, async (userId) => {
          ended = await context.sessions.endAllOf(userId, trx)
        })
        return outcome === undefined ? DONE : fail({ code: outcome })
      })
      for (const sessionId of ended) context.accessTokens.endSession(sessionId)
      return result
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

function outcomeOf(found: unknown): string {
  return found === undefined ? 'user_not_found' : 'done'
}

/**
 * Bans or unbans a player, with a row of the audit log. Operators cannot ban themselves.
 * @param untilSec 0 to unban
 * @param andThen runs before the event is logged, which makes the writer wait
 * @returns why it was rejected
 */
export async function ban(
  trx: Transaction<Database>,
  audit: AuditSubject,
  untilSec: number,
  andThen: (userId: string) => Promise<void>,
): Promise<ErrorCode | undefined> {
  const player = await trx
    .selectFrom('player')
    .select(['user_id', 'banned_until_ms', 'ban_reason'])
    .where('steam_id', '=', audit.target)
    .forUpdate()
    .executeTakeFirst()
  const rejection =
    player === undefined ? 'user_not_found' : player.user_id === audit.operator.userId ? 'forbidden' : null
  if (player === undefined || rejection !== null) {
    await writeAuditRow(trx, audit, { outcome: rejection ?? 'user_not_found' })
    return rejection ?? 'user_not_found'
  }
  const ban_reason = untilSec === 0 ? '' : audit.reason
  const after = { banned_until_ms: untilSec * SECOND_MS, ban_reason }
  await trx.updateTable('player').set(after).where('user_id', '=', player.user_id).execute()
  const { user_id: userId, ...before } = player
  await writeAuditRow(trx, audit, { outcome: 'done', before, after })
  await andThen(userId)
  const data = { user_uuid: userId }
  await logEvent(
    trx,
    untilSec === 0
      ? { type: 'player.unbanned', atMs: Date.now(), data }
      : { type: 'player.banned', atMs: Date.now(), data: { ...data, until: untilSec } },
  )
  return undefined
}
