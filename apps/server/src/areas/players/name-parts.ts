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

/** Above every text that begins with what stands before it. */
const LAST_CHARACTER = '\u{10FFFF}'

/**
 * A text as names are compared: whatever the case and the width of its letters. The four Turkish letters i are one: which
 * of them is another's capital depends on the language, and names have none.
 */
function foldName(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('i\u0307', 'i').replaceAll('ı', 'i')
}

/**
 * The ends of a name, longest first: a name contains a text exactly if one of its ends begins with it. So whoever looks
 * for a part of a name reads a stretch of an index, on every store, however many players there are.
 */
function partsOf({ userId, name }: Named): NamePartTable[] {
  const letters = Array.from(foldName(name))
  return letters
    .slice(0, -1)
    .map((_, start) => ({ is_inner: start > 0, part: letters.slice(start).join(''), user_id: userId }))
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

/** Gives a player another name, under which he is found from then on. */
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
 * Players whose name contains a text of two characters or more: those whose name begins with it first, then by what
 * stands from it on.
 */
export function selectByNamePart(text: string, askerId: string, max: number) {
  const first = foldName(text)
  const range = sql`part >= ${first} and part < ${first + LAST_CHARACTER} and user_id <> ${askerId}::uuid`
  const limit = max * PARTS_PER_PLAYER
  return sql<{ user_id: string }>`select user_id, min(is_inner::integer) as inner_rank, min(part) as part from (
      (select is_inner, part, user_id from player_name_part where not is_inner and ${range}
        order by part, user_id limit ${limit})
      union all
      (select is_inner, part, user_id from player_name_part where is_inner and ${range}
        order by part, user_id limit ${limit})
    ) as found group by user_id order by inner_rank, part, user_id limit ${max}`
}
