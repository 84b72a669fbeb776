import { FIND_USERS_QUERY_MIN } from '@clutch/contract/constants'
import { foldText } from '@clutch/contract/formats'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../../store/database.ts'
import { overRows, quote, type MaybeStatement } from '../../store/statement.ts'

declare module '../../store/database.ts' {
  interface Database {
    player_name_part: NamePartTable
  }
}

interface NamePartTable {
  is_inner: boolean
  part: string
  user_id: string
}

interface Named {
  readonly userId: string
  readonly name: string
}

/** Greater than every character that can follow in a text. */
const LAST_CHARACTER = '\u{10FFFF}'

/**
 * The ends of a folded name, longest first: a name contains a text exactly if one of its ends begins with it. A search
 * for a part of a name reads one range of an index, on every store, however many players there are. The last letter of a
 * longer name is no part, because a single letter finds whole names only.
 */
function partsOf({ userId, name }: Named): NamePartTable[] {
  const letters = Array.from(foldText(name))
  const starts = letters.length === 1 ? letters : letters.slice(0, -1)
  return starts.map((_, start) => ({ is_inner: start > 0, part: letters.slice(start).join(''), user_id: userId }))
}

export function insertNameParts(players: readonly Named[]): MaybeStatement {
  return overRows(
    'insert-player-name-parts',
    players.flatMap(partsOf),
    [({ is_inner }) => String(is_inner), ({ part }) => quote(part), ({ user_id }) => user_id],
    `insert into player_name_part (is_inner, part, user_id) select * from unnest($1::boolean[], $2::text[], $3::uuid[])
    on conflict do nothing`,
  )
}

/** Gives a player another name, by which searches find the player from then on. */
export async function renamePlayer(db: Kysely<Database>, { userId, name }: Named): Promise<void> {
  await db.transaction().execute(async (transaction: Transaction<Database>) => {
    await transaction.updateTable('player').set({ name }).where('user_id', '=', userId).execute()
    await transaction.deleteFrom('player_name_part').where('user_id', '=', userId).execute()
    const parts = partsOf({ userId, name })
    if (parts.length > 0) await transaction.insertInto('player_name_part').values(parts).execute()
  })
}

/** More than the parts of one name that can begin alike, for each of those who are looked for. */
const PARTS_PER_PLAYER = 32

/**
 * Players whose name contains a text, folded: those whose name begins with it first, then by the rest of the name. A
 * text of one letter finds the players whose whole name it is.
 * @param exceptId a player who is not found, such as the one who searches
 */
export function selectByNamePart(text: string, max: number, exceptId: string | null = null) {
  const first = foldText(text).trim()
  const isWhole = Array.from(first).length < FIND_USERS_QUERY_MIN
  const end = isWhole ? sql`part = ${first}` : sql`part >= ${first} and part < ${first + LAST_CHARACTER}`
  const range = sql`${end} and user_id is distinct from ${exceptId}::uuid`
  const limit = max * PARTS_PER_PLAYER
  return sql<{ user_id: string }>`select user_id, min(is_inner::integer) as inner_rank, min(part) as part from (
      (select is_inner, part, user_id from player_name_part where not is_inner and ${range}
        order by part, user_id limit ${limit})
      union all
      (select is_inner, part, user_id from player_name_part where is_inner and ${range}
        order by part, user_id limit ${limit})
    ) as found group by user_id order by inner_rank, part, user_id limit ${max}`
}
