import type { WriterConnection } from '../store/writer-connection.ts'
import { renewLease } from '../writer/lease.ts'

declare module '../store/database.ts' {
  interface Database {
    demo_state: DemoStateTable
  }
}

/** A single row, present once a demo world was begun. If it is incomplete at a start, the world is recreated. */
interface DemoStateTable {
  id: number
  seed: string
  is_complete: boolean
}

/**
 * Tables that are not cleared: those of migrations, the lease, secrets, and data of the pack and the operator. All
 * other tables contain player data.
 */
export const KEPT_TABLES: readonly string[] = [
  'history_partition',
  'kysely_migration',
  'kysely_migration_lock',
  'writer_state',
  'world_address',
  'asset_total',
  'chat_state',
  'chat_facts',
  'audit_log',
  'server_secret',
  'server_key',
  'server_key_use',
  'exclusive_work',
  'content_pack',
  'content_picture',
  'content_version',
  'news_entry',
  'roulette_table',
]

const CLEAR_WORLD = `do $$ begin
    execute (select 'truncate ' || string_agg(quote_ident(tablename), ', ') || ' restart identity' from pg_tables
      where schemaname = 'public' and tablename not in (${KEPT_TABLES.map((name) => `'${name}'`).join(', ')}));
  end $$`

/** Clears data of an interrupted run. Safe, because no players are served before the history is complete. */
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
