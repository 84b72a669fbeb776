import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../../store/database.ts'
import { ERASED_NAME, redactTexts, type Erased } from './redact-texts.ts'

/** Pseudonyms look like Steam ids, but Steam issues none that begin with this. */
const PSEUDONYM_PREFIX = '76561195'
const PSEUDONYM_DIGITS = 9
/** Rows changed per statement, so that other queries can run in between. */
const PORTION = 2_000

/**
 * Erases a player's name, Steam id, chat texts and addresses (integration §6). Game data stays under a pseudonym. The
 * player's own row comes last, because it says what to search for: an interrupted erasure is repeated from the start.
 * Small statements rather than one transaction, which the embedded database would make everybody wait for.
 */
export async function erasePersonalData(db: Kysely<Database>, userId: string): Promise<void> {
  const player = await findErased(db, userId)
  if (player === undefined) return
  await eraseChat(db, player)
  await redactTexts(db, player)
  for (const statement of deletionsOf(player)) await statement.execute(db)
  await deleteOutcomes(db, player)
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('player')
      .set({ name: ERASED_NAME, steam_id: player.pseudonym, lang: 'en', role: 'player', ban_reason: '' })
      .where('user_id', '=', userId)
      .execute()
    await trx.deleteFrom('player_name_part').where('user_id', '=', userId).execute()
    await trx.updateTable('account_deletion').set({ erased_at_ms: Date.now() }).where('user_id', '=', userId).execute()
  })
}

/** @returns undefined when the player was erased before */
async function findErased(db: Kysely<Database>, userId: string): Promise<Erased | undefined> {
  const row = await db
    .selectFrom('player')
    .innerJoin('account_deletion', 'account_deletion.user_id', 'player.user_id')
    .select(['steam_id', 'name', 'number'])
    .where('player.user_id', '=', userId)
    .where('erased_at_ms', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const pseudonym = `${PSEUDONYM_PREFIX}${String(row.number).padStart(PSEUDONYM_DIGITS, '0')}`
  return { userId, steamId: row.steam_id, name: row.name, pseudonym }
}

async function eraseChat(db: Kysely<Database>, { userId }: Erased): Promise<void> {
  await repeat(
    db,
    sql`update chat_message set text = '', deleted_by = coalesce(deleted_by, 1) where message_id in (
      select message_id from chat_message where sender_id = ${userId} and text <> '' limit ${PORTION})`,
  )
  await sql`update chat_report set reason = '' where reporter_id = ${userId}`.execute(db)
  await sql`update chat_report set context = (
      select json_agg(case message->>'user_uuid' when ${userId}
        then message || jsonb_build_object('text', '', 'sender_name', ${ERASED_NAME}::text) else message end order by place)
      from jsonb_array_elements(context) with ordinality as each (message, place)
    ) where context @> ${JSON.stringify([{ user_uuid: userId }])}::jsonb`.execute(db)
}

/** Statements about rows that serve only the player. */
function deletionsOf({ userId, steamId }: Erased): RawBuilder<unknown>[] {
  const ofUser = [
    'session',
    'awaited_player',
    'chat_read_mark',
    'chat_time_out',
    'data_export',
    'notification',
    'notification_mark',
    'player_key',
    'portfolio_day',
    'social_invite_times',
    'trading_freeze',
    'watched_item',
  ]
  return [
    sql`delete from data_export_chunk where export_id in (select export_id from data_export where user_id = ${userId})`,
    // Keys end before their uses are stored, so uses can be left without one.
    sql`delete from player_key_use where key_id in (select key_id from player_key where user_id = ${userId})
      or not exists (select from player_key where player_key.key_id = player_key_use.key_id)`,
    ...ofUser.map((table) => sql`delete from ${sql.table(table)} where user_id = ${userId}`),
    sql`delete from platform_lock where steam_id = ${steamId}`,
    sql`delete from task where kind = 'refresh_player_name' and payload->>'user_id' = ${userId}`,
    // The proofs stay used.
    sql`update used_once set subject = '', bearer = '' where subject in (${steamId}, ${userId})`,
    ...['roulette_seat', 'roulette_seed', 'roulette_spin'].map(
      (table) => sql`update ${sql.table(table)} set client_seed = '' where user_id = ${userId}`,
    ),
  ]
}

/** Deletes the responses that are stored for repeated calls: the player's own, and others' that name them. */
async function deleteOutcomes(db: Kysely<Database>, { userId, steamId }: Erased): Promise<void> {
  for (const name of ['command_outcome', 'call_outcome']) {
    const table = sql.table(name)
    await repeat(
      db,
      sql`delete from ${table} where owner_id = ${userId}
        and key = any(array(select key from ${table} where owner_id = ${userId} limit ${PORTION}))`,
    )
    await sql`delete from ${table} where key like ${`%${steamId}%`} or outcome::text like ${`%${steamId}%`}
      or outcome::text like ${`%${userId}%`}`.execute(db)
  }
}

/** Repeats a statement that changes a portion of rows until none is left. */
async function repeat(db: Kysely<Database>, statement: RawBuilder<unknown>): Promise<void> {
  let changed: bigint
  do {
    const { numAffectedRows = 0n } = await statement.execute(db)
    changed = numAffectedRows
  } while (changed > 0n)
}
