import { DEFAULT_PROFILE_LANGUAGE, LANGUAGES, type AdminUser } from '@clutch/contract'
import { toSecondsBy } from '@clutch/contract/formats'
import { COINS } from '@clutch/economy'
import { roleOf } from '../../auth/roles.ts'
import { readOwnsApp } from '../../platform/web-api.ts'
import type { AuthContext } from '../auth/sign-in.ts'

/** A player as shown in the admin panel (document 2 §3); undefined if no player has this Steam id. */
export async function readAdminUser(context: AuthContext, steamId: string): Promise<AdminUser | undefined> {
  const { store, config } = context
  const player = await store.db.selectFrom('player').selectAll().where('steam_id', '=', steamId).executeTakeFirst()
  if (player === undefined) return undefined
  const userId = player.user_id
  const [balances, energised, styria, nortopia, hoges] = await Promise.all([
    store.db
      .selectFrom('balance')
      .select(['asset', 'free'])
      .where('user_id', '=', userId)
      .where('free', '>', 0)
      .orderBy('asset')
      .execute(),
    store.db.selectFrom('energised').select('until_ms').where('user_id', '=', userId).executeTakeFirst(),
    ownsDlc(context, steamId, 'styria'),
    ownsDlc(context, steamId, 'nortopia'),
    ownsDlc(context, steamId, 'hoges'),
  ])
  return {
    user_uuid: userId,
    steam_id: steamId,
    name: player.name,
    lang: LANGUAGES.find((language) => language === player.lang) ?? DEFAULT_PROFILE_LANGUAGE,
    role: roleOf(config, { steamId, role: player.role }),
    wallet: balances.find(({ asset }) => asset === COINS)?.free ?? 0,
    // Every registration includes one (rules §13).
    has_starter_pack: true,
    energy: toSecondsBy(energised?.until_ms ?? 0),
    styria_dlc_enabled: styria,
    nortopia_dlc_enabled: nortopia,
    hoges_dlc_enabled: hoges,
    inventory_items: balances
      .filter(({ asset }) => asset !== COINS)
      .map(({ asset, free }) => ({ item_id: asset, count: free })),
  }
}

/** Counts as not owned if the platform does not respond. */
async function ownsDlc({ config }: AuthContext, steamId: string, name: string): Promise<boolean> {
  const appId = config.platform.dlcAppIds.get(name)
  return appId !== undefined && (await readOwnsApp(config.platform, steamId, appId)) === true
}
