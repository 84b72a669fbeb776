import type { WriterConnection } from '../store/writer-connection.ts'
import { renewLease } from '../writer/lease.ts'

/**
 * Tables that survive: the schema's own, the lease, secrets, and what the pack and the operator have brought. A table of
 * another area belongs to players, and its rows go with them.
 */
export const KEPT_TABLES: readonly string[] = [
  'kysely_migration',
  'kysely_migration_lock',
  'writer_state',
  'asset_total',
  'chat_state',
  'chat_facts',
  'audit_log',
  'server_secret',
  'content_pack',
  'content_version',
  'news_entry',
  'roulette_table',
]

const CLEAR_WORLD = `do $$ begin
    execute (select 'truncate ' || string_agg(quote_ident(tablename), ', ') from pg_tables
      where schemaname = 'public' and tablename not in (${KEPT_TABLES.map((name) => `'${name}'`).join(', ')}));
  end $$`

/** Empties the world of what an interrupted run left: no player was served before the history was complete. */
export function beginDemo(connection: WriterConnection, seed: string, epoch: number): Promise<void> {
  return connection.commit([
    { name: 'clear-world', text: CLEAR_WORLD, values: [] },
    {
      name: 'begin-demo',
      text: 'insert into demo_state (id, seed, is_complete) values (1, $1, false)',
      values: [seed],
    },
    renewLease(epoch, 0),
  ])
}
