import type { ErrorCode, OperatorAction } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'
import { fail, succeed } from '@clutch/economy'
import type { AuditSubject, Operator } from '../../audit/audit-entry.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import type { AuthContext } from '../auth/sign-in.ts'
import { findUserId } from '../players/players.ts'
import { findUsers } from './find-users.ts'
import { readOperations, readPlayerFile } from './player-file.ts'

const DONE = succeed({ ok: true } as const)

/** The console's calls about players; each writes its row of the audit log. */
export function consoleRoutes(context: AuthContext): CallHandlers {
  const { db } = context.store
  return {
    'POST /admin/find-users': async ({ operator, body: { q } }) => {
      await writeAudit(db, subjectOf(operator, 'user.search', q), { outcome: 'done' })
      return succeed({ response: await findUsers(context, q) })
    },
    'POST /admin/player-file': async ({ operator, body: { steam_id } }) => {
      const file = await readPlayerFile(context, steam_id)
      await writeAudit(db, subjectOf(operator, 'user.read', steam_id), { outcome: outcomeOf(file) })
      return file === undefined ? fail({ code: 'user_not_found' }) : succeed({ file })
    },
    'POST /admin/operations': async ({ operator, body: { steam_id, last_uuid } }) => {
      const userId = await findUserId(context.store, steam_id)
      await writeAudit(db, subjectOf(operator, 'ledger.read', steam_id), { outcome: outcomeOf(userId) })
      if (userId === undefined) return fail({ code: 'user_not_found' })
      return succeed({ response: await readOperations(context, userId, last_uuid || undefined) })
    },
    'POST /admin/add-note': async ({ operator, body: { steam_id, text } }) => {
      // The row is the note: it stays, and says who wrote it when.
      const userId = await findUserId(context.store, steam_id)
      await writeAudit(db, subjectOf(operator, 'user.note', steam_id, text), { outcome: outcomeOf(userId) })
      return userId === undefined ? fail({ code: 'user_not_found' }) : DONE
    },
    'POST /admin/end-sessions': async ({ operator, body: { steam_id, reason } }) => {
      const userId = await findUserId(context.store, steam_id)
      const ended = userId === undefined ? [] : await endSessions(context, userId)
      const subject = subjectOf(operator, 'session.end', steam_id, reason)
      await writeAudit(db, subject, { outcome: outcomeOf(userId), before: { sessions: ended } })
      return userId === undefined ? fail({ code: 'user_not_found' }) : DONE
    },
    'POST /admin/ban': async ({ operator, body: { steam_id, seconds, until = 0, reason } }) => {
      const subject = subjectOf(operator, 'user.ban', steam_id, reason)
      const nowSec = Math.floor(Date.now() / SECOND_MS)
      const untilSec = seconds === undefined || seconds === 0 ? until : nowSec + seconds
      if (untilSec !== 0 && untilSec <= nowSec) {
        await writeAudit(db, subject, { outcome: 'invalid_input' })
        return fail({ code: 'invalid_input', params: { detail: 'until' } })
      }
      const banned = await ban(context, subject, untilSec)
      if (typeof banned !== 'object') return fail({ code: banned })
      await endSessions(context, banned.userId)
      return DONE
    },
  }
}

function subjectOf(operator: Operator, action: OperatorAction, target: string, reason = ''): AuditSubject {
  return { operator, action, target, reason, idempotencyKey: undefined }
}

function outcomeOf(found: unknown): string {
  return found === undefined ? 'user_not_found' : 'done'
}

/** Ends all that a player has open: refresh tokens, access tokens, live connections. */
async function endSessions({ sessions, accessTokens }: AuthContext, userId: string): Promise<string[]> {
  const ended = await sessions.endAllOf(userId)
  for (const sessionId of ended) accessTokens.endSession(sessionId)
  return ended
}

/** Keeps a player out, or lets him in again, with its row of the audit log in one transaction. Nobody bans himself. */
function ban({ store }: AuthContext, audit: AuditSubject, untilSec: number): Promise<ErrorCode | { userId: string }> {
  return store.db.transaction().execute(async (transaction) => {
    const player = await transaction
      .selectFrom('player')
      .select(['user_id', 'banned_until_ms', 'ban_reason'])
      .where('steam_id', '=', audit.target)
      .forUpdate()
      .executeTakeFirst()
    const refusal =
      player === undefined ? 'user_not_found' : player.user_id === audit.operator.userId ? 'forbidden' : null
    if (player === undefined || refusal !== null) {
      await writeAudit(transaction, audit, { outcome: refusal ?? 'user_not_found' })
      return refusal ?? 'user_not_found'
    }
    const ban_reason = untilSec === 0 ? '' : audit.reason
    const after = { banned_until_ms: untilSec * SECOND_MS, ban_reason }
    await transaction.updateTable('player').set(after).where('user_id', '=', player.user_id).execute()
    const { user_id: userId, ...before } = player
    await writeAudit(transaction, audit, { outcome: 'done', before, after })
    return { userId }
  })
}
