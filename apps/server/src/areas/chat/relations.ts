import { sql, type Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'

/** Who is whose friend, and who has blocked whom, as the social area keeps it: read from its views. */
export class Relations {
  readonly #db: Kysely<Database>

  constructor(db: Kysely<Database>) {
    this.#db = db
  }

  /** The friends of a player, with their names. */
  async friendsOf(userId: string): Promise<readonly { readonly userId: string; readonly name: string }[]> {
    const { rows } = await sql<{ userId: string; name: string }>`
      select friend_id as "userId", name from friend join player on player.user_id = friend_id
      where friend.user_id = ${userId} order by name, friend_id`.execute(this.#db)
    return rows
  }

  async areFriends(one: string, other: string): Promise<boolean> {
    const { rows } = await sql`select from friend where user_id = ${one} and friend_id = ${other}`.execute(this.#db)
    return rows.length > 0
  }

  /** Those whose messages a player does not want to see. */
  async blockedBy(userId: string): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`
      select blocked_id as id from user_block where user_id = ${userId}`.execute(this.#db)
    return rows.map(({ id }) => id)
  }

  /** Those who do not want to see a player's messages. */
  async blockersOf(userId: string): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`
      select user_id as id from user_block where blocked_id = ${userId}`.execute(this.#db)
    return rows.map(({ id }) => id)
  }
}
