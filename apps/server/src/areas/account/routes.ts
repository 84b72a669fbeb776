import type { CallResponse, OperatorAction } from '@clutch/contract'
import { fail, succeed } from '@clutch/economy'
import type { Kysely, Transaction } from 'kysely'
import type { ApiResult } from '../../api-result.ts'
import { noteDeletion } from '../../backup/deletions-file.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { writeAuditRow, type AuditSubject, type Operator } from '../../store/audit-log.ts'
import type { Database } from '../../store/database.ts'
import { operateOnce } from '../../store/keyed-calls.ts'
import { clearRefreshCookies } from '../auth/cookies.ts'
import type { AuthContext } from '../auth/sign-in.ts'
import { findUserId } from '../players/players.ts'
import { cancelDeletion, findDeletion, requestDeletion } from './deletion-requests.ts'
import { findExport, readExportFile, requestExport } from './export-requests.ts'

const DONE = succeed({ ok: true } as const)

/** What players decide about their data, and what support does for them (integration §6). */
export function accountRoutes(context: AuthContext): CallHandlers {
  const { db } = context.store
  const { sessions, accessTokens, security, publicUrl } = context
  return {
    'GET /account': async ({ userId }) => succeed(await readRequests(db, userId)),
    'POST /account/export': async ({ userId }) =>
      succeed({ export: await requestExport(db, userId, false, Date.now()) }),
    'GET /account/export/file': async ({ userId, reply }) => {
      const found = await findExport(db, userId, Date.now())
      if (found?.state !== 'done') return fail({ code: 'no_export' })
      const name = `clutch-data-${new Date().toISOString().slice(0, DATE_LENGTH)}.zip`
      reply.header('content-type', 'application/zip').header('content-length', found.bytes)
      reply.header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'no-store')
      await reply.send(readExportFile(db, found.id))
      return undefined
    },
    'POST /account/delete': async ({ userId, request, reply }) => {
      const requested = await db.transaction().execute(async (trx) => {
        const deletion = await requestDeletion(trx, userId, false, Date.now())
        return deletion && { deletion, ended: await sessions.endAllOf(userId, trx) }
      })
      if (requested === undefined) return fail({ code: 'deletion_in_progress' })
      for (const sessionId of requested.ended) accessTokens.endSession(sessionId)
      security.note('deletion_requested', request, { userId })
      clearRefreshCookies(reply, publicUrl())
      return succeed({ deletion: requested.deletion })
    },
    'POST /account/keep': async ({ userId, request }) => {
      if (!(await cancelDeletion(db, userId))) return fail({ code: 'no_deletion' })
      await noteKept(context, userId)
      security.note('deletion_cancelled', request, { userId })
      return DONE
    },
    'POST /admin/player-data': async ({ operator, body: { steam_id } }) => {
      const userId = await findUserId(context.store, steam_id)
      const subject = subjectOf(operator, 'data_request.read', { steam_id })
      await writeAuditRow(db, subject, { outcome: userId === undefined ? 'user_not_found' : 'done' })
      if (userId === undefined) return fail({ code: 'user_not_found' })
      return succeed(await readRequests(db, userId))
    },
    'POST /admin/delete-player': async ({ operator, body }) => {
      let ended: readonly string[] = []
      const audit = subjectOf(operator, 'account.delete', body)
      const result = await operate<CallResponse<'POST /admin/delete-player'>>(
        context,
        audit,
        body,
        async (trx, userId) => {
          if (userId === operator.userId) return fail({ code: 'forbidden' })
          const deletion = await requestDeletion(trx, userId, true, Date.now())
          if (deletion === undefined) return fail({ code: 'deletion_in_progress' })
          ended = await sessions.endAllOf(userId, trx)
          return succeed({ deletion })
        },
      )
      for (const sessionId of ended) accessTokens.endSession(sessionId)
      return result
    },
    'POST /admin/export-player': ({ operator, body }) =>
      operate(context, subjectOf(operator, 'account.export', body), body, async (trx, userId) =>
        succeed({ export: await requestExport(trx, userId, true, Date.now()) }),
      ),
    'POST /admin/keep-player': async ({ operator, body }) => {
      let kept: string | undefined
      const audit = subjectOf(operator, 'account.keep', body)
      const result = await operate<{ ok: true }>(context, audit, body, async (trx, userId) => {
        if (!(await cancelDeletion(trx, userId))) return fail({ code: 'no_deletion' })
        kept = userId
        return DONE
      })
      if (kept !== undefined) await noteKept(context, kept)
      return result
    },
  }
}

const DATE_LENGTH = 10

async function readRequests(db: Kysely<Database>, userId: string): Promise<CallResponse<'GET /account'>> {
  const [deletion, dataExport] = await Promise.all([findDeletion(db, userId), findExport(db, userId, Date.now())])
  return { deletion: deletion ?? null, export: dataExport ?? null }
}

/** A backup with the pending deletion must not carry it out once it is restored. */
function noteKept({ config }: AuthContext, userId: string): Promise<void> {
  return noteDeletion(config.backups.folder, { user_id: userId, is_kept: true })
}

/** Executes an operator's change of a player, with its row of the audit log. */
function operate<Value>(
  context: AuthContext,
  audit: AuditSubject,
  body: object,
  change: (trx: Transaction<Database>, userId: string) => Promise<ApiResult<Value>>,
): Promise<ApiResult<Value>> {
  return operateOnce<Value>(context, audit, body, async (trx) => {
    const userId = await findUserId({ db: trx }, audit.target)
    const result = userId === undefined ? fail({ code: 'user_not_found' as const }) : await change(trx, userId)
    await writeAuditRow(trx, audit, { outcome: result.ok ? 'done' : result.error.code })
    return result
  })
}

function subjectOf(
  operator: Operator,
  action: OperatorAction,
  body: { readonly steam_id: string; readonly reason?: string; readonly idempotency_key?: string },
): AuditSubject {
  return { operator, action, target: body.steam_id, reason: body.reason ?? '', idempotencyKey: body.idempotency_key }
}
