import { sql, type Kysely } from 'kysely'

/**
 * A number that rises with everything besides messages that bears on whether one may be sent and who hears of it: names
 * and roles, blocks, time-outs and slow modes. The database itself sees to it, whoever writes those. Servers keep what
 * they have read for as long as the number stands.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table chat_facts (id integer primary key, revision bigint not null) with (fillfactor = 50)`,
  `insert into chat_facts values (1, 0)`,
  `create function revise_chat_facts() returns trigger language plpgsql as $$
    begin
      update chat_facts set revision = revision + 1 where id = 1;
      return null;
    end $$`,
  ...['chat_time_out', 'chat_slow_mode'].map(
    (table) => `create trigger ${table}_changed after insert or update or delete on ${table}
      for each statement execute function revise_chat_facts()`,
  ),
  `create trigger player_speaks_otherwise after update on player
    for each row when (old.name is distinct from new.name or old.role is distinct from new.role)
    execute function revise_chat_facts()`,
  `create trigger block_set after insert on friendship
    for each row when (new.blocks) execute function revise_chat_facts()`,
  `create trigger block_changed after update on friendship
    for each row when (old.blocks <> new.blocks) execute function revise_chat_facts()`,
]
