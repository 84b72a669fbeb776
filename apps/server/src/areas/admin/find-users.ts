import { USERS_FOUND_MAX, type SearchedUser } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import { roleOf } from '../../auth/roles.ts'
import type { AuthContext } from '../auth/sign-in.ts'
import { selectByNamePart } from '../players/name-parts.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const STEAM_ID = /^7656119\d{10}$/

/** Finds players by part of their name (as in the players' search), Steam id or uuid. */
export async function findUsers({ store, config }: AuthContext, q: string): Promise<SearchedUser[]> {
  let query = store.db.selectFrom('player').selectAll().orderBy('name').limit(USERS_FOUND_MAX)
  if (UUID.test(q)) query = query.where('user_id', '=', q)
  else if (STEAM_ID.test(q)) query = query.where('steam_id', '=', q)
  else {
    const { rows } = await selectByNamePart(q, USERS_FOUND_MAX).execute(store.db)
    if (rows.length === 0) return []
    const ids = rows.map(({ user_id }) => user_id)
    query = query.where('user_id', 'in', ids)
  }
  const nowMs = Date.now()
  return (await query.execute()).map((row) => ({
    user_uuid: row.user_id,
    steam_id: row.steam_id,
    name: row.name,
    role: roleOf(config, { steamId: row.steam_id, role: row.role }),
    banned_until: row.banned_until_ms > nowMs ? toSeconds(row.banned_until_ms) : 0,
  }))
}
