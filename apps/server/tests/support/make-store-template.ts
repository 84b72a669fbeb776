import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openStore } from '../../src/store/store.ts'

/**
 * Makes an empty embedded store that tests copy, lighter than one that players fill: without PostgreSQL's template
 * databases, which are half of its files, and with a cache that is quickly made.
 * @param folder an empty one
 */
export async function makeStoreTemplate(folder: string): Promise<void> {
  const store = await openStore({ databaseUrl: undefined, dataDir: folder })
  await sql`update pg_database set datistemplate = false`.execute(store.db)
  await sql`drop database template0`.execute(store.db)
  await sql`drop database template1`.execute(store.db)
  await store.close()
  appendFileSync(join(folder, 'db', 'postgresql.conf'), 'shared_buffers = 16MB\n')
}
