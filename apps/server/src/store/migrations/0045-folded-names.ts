import { sql, type Kysely } from 'kysely'

/** Players whose name parts are made at once. */
const CHUNK_SIZE = 1_000

/**
 * Names are found whatever their accents, width and kind of kana, also names of one letter: the parts that searches look
 * for are folded, as `foldText` of the contract does it. Each player gets the time when the platform was last asked for
 * their name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table player add column if not exists name_read_at_ms bigint not null default 0`.execute(db)
  await sql`delete from player_name_part`.execute(db)
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await sql<{ user_id: string; name: string }>`select user_id, name from player
      where user_id > ${after}::uuid order by user_id limit ${CHUNK_SIZE}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.user_id
    const parts = rows.flatMap(({ user_id, name }) => {
      const letters = Array.from(fold(name))
      const starts = letters.length === 1 ? letters : letters.slice(0, -1)
      return starts.map((_, start) => ({ user_id, start, part: letters.slice(start).join('') }))
    })
    await sql`insert into player_name_part (is_inner, part, user_id)
      select start > 0, part, user_id from json_to_recordset(${JSON.stringify(parts)}::json)
      as row (user_id uuid, start integer, part text) on conflict do nothing`.execute(db)
  }
}

const MARKED = /([\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])\p{Mn}+/gu
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}\u034F]/gu
const TYPED_AS: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ς: 'σ' }

function fold(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(INVISIBLE, '')
    .replaceAll(MARKED, '$1')
    .normalize('NFC')
    .replaceAll(/[ıłøđßæœς]/gu, (letter) => TYPED_AS[letter] ?? letter)
    .replaceAll(/[\u30A1-\u30F6\u30FD\u30FE]/gu, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60))
    .replaceAll(/[^\S\n]+/gu, ' ')
}
