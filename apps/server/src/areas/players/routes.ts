import { fail, succeed } from '@clutch/economy'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { roleOf, rolesUpTo } from '../../auth/roles.ts'
import { findDeletion } from '../account/deletion-requests.ts'
import type { AuthContext } from '../auth/sign-in.ts'
import { readEnergisedUntil } from '../energy/routes.ts'
import { findPlayer } from './players.ts'

/** The signed-in player (document 1 §3). */
export function playerRoutes(context: AuthContext): CallHandlers {
  return {
    'GET /get_profile': async ({ userId }) => {
      const player = await findPlayer(context.store, userId)
      if (player === undefined) return fail({ code: 'unauthorized' })
      const { steamId, name, lang, coins } = player
      const roles = rolesUpTo(roleOf(context.config, player))
      const [energised_until, deletion] = await Promise.all([
        readEnergisedUntil(context, userId),
        findDeletion(context.store.db, userId),
      ])
      return succeed({
        user: {
          id: userId,
          steam_id: steamId,
          name,
          lang,
          coins,
          roles,
          energised_until,
          has_starter_pack: true,
          deletes_at: deletion?.deletes_at ?? null,
          admin_path: roles.includes('moderator') ? context.config.adminPath : null,
        },
      })
    },
  }
}
