import { ROLES, type Role } from '@clutch/contract'
import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Database } from '../store/database.ts'

/** The stored fields of a player that determine the role. */
export interface RoleHolder {
  readonly steamId: string
  readonly role: string
}

/** A player's role: the stored one, or admin for Steam ids in the configuration (rules §13). */
export function roleOf({ adminSteamIds }: Pick<Config, 'adminSteamIds'>, { steamId, role }: RoleHolder): Role {
  if (adminSteamIds.includes(steamId)) return 'admin'
  return ROLES.find((each) => each === role) ?? 'player'
}

/** A role and the roles it includes. */
export function rolesUpTo(role: Role): Role[] {
  return ROLES.slice(0, ROLES.indexOf(role) + 1)
}

/** Whether a role includes another. */
export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least)
}

/** Whether a Steam id belongs to an operator, on whose behalf no key of the game's server may act. */
export async function isOperator(
  db: Kysely<Database>,
  config: Pick<Config, 'adminSteamIds'>,
  steamId: string,
): Promise<boolean> {
  const row = await db.selectFrom('player').select('role').where('steam_id', '=', steamId).executeTakeFirst()
  return roleOf(config, { steamId, role: row?.role ?? 'player' }) !== 'player'
}

/** A player's current role and name; undefined when the player does not exist. */
export async function readRole(
  db: Kysely<Database>,
  config: Pick<Config, 'adminSteamIds'>,
  userId: string,
): Promise<{ readonly role: Role; readonly name: string } | undefined> {
  const row = await db
    .selectFrom('player')
    .select(['steam_id', 'name', 'role'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row === undefined
    ? undefined
    : { role: roleOf(config, { steamId: row.steam_id, role: row.role }), name: row.name }
}
