import { ROLES, type ErrorCode, type ParsedBody, type Role } from '@clutch/contract'
import { fail, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import type { AuditSubject, Operator } from '../../store/audit-log.ts'
import { writeAuditRow } from '../../store/audit-log.ts'
import { roleOf } from '../../auth/roles.ts'
import { operateOnce } from '../../store/keyed-calls.ts'
import type { AuthContext } from '../auth/sign-in.ts'

/** Changes a player's role and writes the audit row in one transaction (rules §13). Effective from the next call. */
export function setRole(
  context: AuthContext,
  audit: AuditSubject,
  body: ParsedBody<'POST /admin/set-role'>,
): Promise<ApiResult<{ ok: true }>> {
  const { config } = context
  const { role } = body
  return operateOnce(context, audit, body, async (transaction) => {
    const player = await transaction
      .selectFrom('player')
      .select(['user_id', 'role', 'steam_id'])
      .where('steam_id', '=', audit.target)
      .forUpdate()
      .executeTakeFirst()
    const before = player === undefined ? undefined : roleOf(config, { steamId: player.steam_id, role: player.role })
    const isNamed = config.adminSteamIds.includes(audit.target)
    const rejection = findRejection(audit.operator, player?.user_id, before, role, isNamed)
    if (rejection !== undefined) {
      await writeAuditRow(transaction, audit, { outcome: rejection })
      return fail({ code: rejection })
    }
    await transaction.updateTable('player').set({ role }).where('steam_id', '=', audit.target).execute()
    await writeAuditRow(transaction, audit, { outcome: 'done', before: { role: before }, after: { role } })
    return succeed({ ok: true })
  })
}

/** Operators cannot change their own role or a superior's, nor assign a role above their own. */
function findRejection(
  operator: Operator,
  userId: string | undefined,
  before: Role | undefined,
  after: Role,
  isNamedInSettings: boolean,
): ErrorCode | undefined {
  if (userId === undefined || before === undefined) return 'user_not_found'
  if (userId === operator.userId) return 'own_role'
  const rank = ROLES.findIndex((role) => role === operator.role)
  if (ROLES.indexOf(before) > rank || ROLES.indexOf(after) > rank) return 'role_above_yours'
  return isNamedInSettings ? 'named_in_settings' : undefined
}
