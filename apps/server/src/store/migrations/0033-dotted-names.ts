import { sql, type Kysely } from 'kysely'

/**
 * Names with a Turkish dotted or dotless i are found by either: their parts, which are what is looked for, were stored
 * with a dot apart (İ) or without one (ı).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ user_id: string; name: string }>`select user_id, name from player
    where name like any(array['%İ%', '%ı%', ${`%i\u0307%`}, ${`%I\u0307%`}])`.execute(db)
  const parts = rows.flatMap(({ user_id, name }) => {
    const letters = Array.from(name.normalize('NFKC').toLowerCase().replaceAll('i\u0307', 'i').replaceAll('ı', 'i'))
    return letters.slice(0, -1).map((_, start) => ({ user_id, start, part: letters.slice(start).join('') }))
  })
  await sql`delete from player_name_part where user_id = any(${rows.map(({ user_id }) => user_id)}::uuid[])`.execute(db)
  await sql`insert into player_name_part (is_inner, part, user_id)
    select start > 0, part, user_id from json_to_recordset(${JSON.stringify(parts)}::json)
    as row (user_id uuid, start integer, part text)`.execute(db)
}
