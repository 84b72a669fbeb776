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

/** Sorts after every other character: the upper bound of a prefix range. */
const LAST_CHARACTER = '\u{10FFFF}'

/**
 * Suffixes of a folded name, longest first: a name contains a text if and only if one of its suffixes starts with it. A
 * substring search is then one index range scan on every store. The last letter of a longer name is left out, because a
 * search for a single letter matches whole names only.
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

/** Renames a player and updates the search index. */
export async function renamePlayer(db: Kysely<Database>, { userId, name }: Named): Promise<void> {
  await db.transaction().execute(async (transaction: Transaction<Database>) => {
    await transaction.updateTable('player').set({ name }).where('user_id', '=', userId).execute()
    await transaction.deleteFrom('player_name_part').where('user_id', '=', userId).execute()
    const parts = partsOf({ userId, name })
    if (parts.length > 0) await transaction.insertInto('player_name_part').values(parts).execute()
  })
}

/** Rows read per wanted player: more than the suffixes of one name that can share a prefix. */
const PARTS_PER_PLAYER = 32

/**
 * Players whose folded name contains a text: names starting with it first, then ordered by the rest of the name. A
 * single letter matches whole names only.
 * @param exceptId a player to leave out, such as the searcher
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
