import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openStore } from '../../src/store/store.ts'

/**
 * Creates an empty embedded store for tests to copy. It is lighter than a player's store: it lacks PostgreSQL's
 * template databases, which are half of its files, and its cache is small.
 * @param folder must be empty
 */
export async function makeStoreTemplate(folder: string): Promise<void> {
  const store = await openStore({ databaseUrl: undefined, dataDir: folder })
  await sql`update pg_database set datistemplate = false`.execute(store.db)
  await sql`drop database template0`.execute(store.db)
  await sql`drop database template1`.execute(store.db)
  await store.close()
  appendFileSync(join(folder, 'db', 'postgresql.conf'), 'shared_buffers = 16MB\n')
}
