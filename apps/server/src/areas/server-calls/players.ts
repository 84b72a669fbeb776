import { DEFAULT_PROFILE_LANGUAGE, LANGUAGES } from '@clutch/contract'
import type { ServerResponse } from '@clutch/contract/server'
import { toSeconds, toSecondsBy } from '@clutch/contract/formats'
import { COINS } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'

type ServerPlayer = ServerResponse<'GET /players/:steam_id'>['player']
type ServerInventory = ServerResponse<'GET /players/:steam_id/inventory'>

interface PlayerRow {
  readonly user_id: string
  readonly steam_id: string
  readonly name: string
  readonly lang: string
  readonly created_at_ms: number
  readonly banned_until_ms: number
  readonly seen_at_ms: number | null
  readonly version: number
}

const SELECT_PLAYERS = sql`select user_id, steam_id, name, lang, created_at_ms, banned_until_ms,
    (select max(rotated_at_ms) from session where session.user_id = player.user_id) as seen_at_ms,
    (select coalesce(max(version), 0) from balance where balance.user_id = player.user_id) as version
  from player`

/** A player by Steam id. */
export async function readServerPlayer(db: Kysely<Database>, steamId: string): Promise<ServerPlayer | undefined> {
  const { rows } = await sql<PlayerRow>`${SELECT_PLAYERS} where steam_id = ${steamId}`.execute(db)
  return rows[0] && toServerPlayer(rows[0])
}

/** A page of all players in the order of their ids, which is that of their registration. */
export async function readServerPlayers(
  db: Kysely<Database>,
  after: string | undefined,
  limit: number,
): Promise<ServerResponse<'GET /players'>> {
  const isLater = after === undefined ? sql`true` : sql`user_id > ${after}::uuid`
  const { rows } = await sql<PlayerRow>`${SELECT_PLAYERS} where ${isLater} order by user_id limit ${limit}`.execute(db)
  return {
    players: rows.map(toServerPlayer),
    next: rows.length < limit ? null : (rows.at(-1)?.user_id ?? null),
  }
}

/** A player's version: the largest of their balances. @returns undefined when there is no such player */
export async function readVersion(db: Kysely<Database>, steamId: string): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    select (select coalesce(max(version), 0) from balance where balance.user_id = player.user_id) as version
    from player where steam_id = ${steamId}`.execute(db)
  return rows[0]?.version
}

/** A player's coins and items with the version they belong to, read in one statement. */
export async function readServerInventory(db: Kysely<Database>, steamId: string): Promise<ServerInventory | undefined> {
  const { rows } = await sql<{ asset: number | null; free: number; held: number; version: number }>`
    select asset, free, held, version from player left join balance using (user_id)
    where steam_id = ${steamId} order by asset`.execute(db)
  if (rows.length === 0) return undefined
  const coins = rows.find(({ asset }) => asset === COINS)
  return {
    version: Math.max(0, ...rows.map(({ version }) => version)),
    coins: { free: coins?.free ?? 0, held: coins?.held ?? 0 },
    items: rows.flatMap(({ asset, free, held }) =>
      asset === null || asset === COINS || free + held === 0 ? [] : [{ item_id: asset, free, held }],
    ),
  }
}

function toServerPlayer(row: PlayerRow): ServerPlayer {
  return {
    user_uuid: row.user_id,
    steam_id: row.steam_id,
    name: row.name,
    lang: LANGUAGES.find((language) => language === row.lang) ?? DEFAULT_PROFILE_LANGUAGE,
    created_at: toSeconds(row.created_at_ms),
    last_seen_at: row.seen_at_ms === null ? null : toSeconds(row.seen_at_ms),
    banned_until: toSecondsBy(row.banned_until_ms),
    version: row.version,
  }
}
