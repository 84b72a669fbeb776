import { LANGUAGES, type Language } from '@clutch/contract'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import { BatchLoader } from '../../store/batch-loader.ts'

/** A player's data that determines their channels. */
export interface Reader {
  readonly language: Language
  readonly friends: readonly { readonly userId: string; readonly name: string }[]
}

/** Friendships and blocks, read from the views of the social area. */
export class Relations {
  readonly #db: Kysely<Database>
  /** Batches lookups: thousands of connections may need their channels at the same time. */
  readonly #readers: BatchLoader<Reader>

  constructor(db: Kysely<Database>) {
    this.#db = db
    this.#readers = new BatchLoader((userIds) => readReaders(db, userIds))
  }

  /** Data that determines a player's channels and their names. */
  readerOf(userId: string): Promise<Reader> {
    return this.#readers.find(userId)
  }

  async areFriends(one: string, other: string): Promise<boolean> {
    const { rows } = await sql`select from friend where user_id = ${one} and friend_id = ${other}`.execute(this.#db)
    return rows.length > 0
  }

  /** Players who have blocked a player. */
  async blockersOf(userId: string): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`
      select user_id as id from user_block where blocked_id = ${userId}`.execute(this.#db)
    return rows.map(({ id }) => id)
  }
}

/** Subquery of the players blocked by a player. */
export function blockedBy(userId: string) {
  return sql`(select blocked_id from user_block where user_id = ${userId})`
}

/** Loads players; unknown ones get English and no friends. */
async function readReaders(db: Kysely<Database>, userIds: readonly string[]): Promise<ReadonlyMap<string, Reader>> {
  const { rows } = await sql<{ userId: string; lang: string; friends: Reader['friends'] }>`
    select player.user_id as "userId", player.lang, (
      select coalesce(json_agg(json_build_object('userId', friend_id, 'name', other.name) order by other.name, friend_id), '[]')
      from friend join player as other on other.user_id = friend_id where friend.user_id = player.user_id
    ) as friends from player where player.user_id = any(${userIds}::uuid[])`.execute(db)
  const rowOf = new Map(rows.map((row) => [row.userId, row]))
  return new Map(
    userIds.map((userId) => {
      const row = rowOf.get(userId)
      const language = LANGUAGES.find((each) => each === row?.lang) ?? 'en'
      return [userId, { language, friends: row?.friends ?? [] }]
    }),
  )
}
