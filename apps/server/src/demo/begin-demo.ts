import type { WriterConnection } from '../store/writer-connection.ts'
import { keepLease } from '../writer/lease.ts'

/** What is not of the demo's players: migrations, the lease, what the operator has loaded, rows that are always there. */
const KEPT = [
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
]

/** Every other table, whatever area it is of. */
const CLEAR_WORLD = `do $$ begin
    execute (select 'truncate ' || string_agg(quote_ident(tablename), ', ') from pg_tables
      where schemaname = 'public' and tablename not in (${KEPT.map((name) => `'${name}'`).join(', ')}));
  end $$`

/** Nobody was served before the history is complete, so what a dead run left behind is nobody's. */
export function beginDemo(connection: WriterConnection, seed: string, epoch: number): Promise<void> {
  return connection.commit([
    { name: 'clear-world', text: CLEAR_WORLD, values: [] },
    {
      name: 'begin-demo',
      text: 'insert into demo_state (id, seed, is_complete) values (1, $1, false)',
      values: [seed],
    },
    keepLease(epoch, 0),
  ])
}
