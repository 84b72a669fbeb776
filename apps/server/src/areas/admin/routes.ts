import { fail, succeed } from '@clutch/economy'
import { writeAuditRow } from '../../store/audit-log.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import type { AuthContext } from '../auth/sign-in.ts'
import { addItems, consumeItems } from './change-items.ts'
import { consoleRoutes } from './console-routes.ts'
import { economyRoutes } from './economy-routes.ts'
import { playerCardRoutes } from './player-card-routes.ts'
import { readAdminUser } from './read-user.ts'
import { setRole } from './set-role.ts'
import { statusRoutes, type StatusSources } from './status-routes.ts'

const NO_KEY = undefined

/** Calls of admins: the panel's (document 2 §7, rules §13), the console's, and those about the economy's integrity. */
export function adminRoutes(context: AuthContext, status: StatusSources): CallHandlers {
  const { db } = context.store
  return {
    ...consoleRoutes(context),
    ...statusRoutes(context, status),
    ...economyRoutes(context, status.integrity),
    ...playerCardRoutes(context),
    'POST /admin/get_user': async ({ operator, body: { steam_id } }) => {
      const user = await readAdminUser(context, steam_id)
      const subject = { operator, action: 'user.read', target: steam_id, reason: '', idempotencyKey: NO_KEY } as const
      await writeAuditRow(db, subject, { outcome: user === undefined ? 'user_not_found' : 'done' })
      return user === undefined ? fail({ code: 'user_not_found' }) : succeed({ user })
    },
    'POST /admin/add': (input) => addItems(context, input),
    'POST /admin/consume': (input) => consumeItems(context, input),
    'POST /admin/set-role': async ({ operator, body }) => {
      const { steam_id, reason, idempotency_key: idempotencyKey } = body
      const changed = await setRole(
        context,
        { operator, action: 'role.change', target: steam_id, reason, idempotencyKey },
        body,
      )
      if (!changed.ok) return changed
      const user = await readAdminUser(context, steam_id)
      return user === undefined ? fail({ code: 'user_not_found' }) : succeed({ user })
    },
  }
}
