import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { columnTypes, survivesBrokenConnections } from './connections.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openPglite } from './pglite-store.ts'
import { pipeline, pipelineTransaction, type WriterConnection } from './writer-connection.ts'

/** Where everything is kept: a PostgreSQL server, or PostgreSQL inside this process. */
export interface Store {
  /** For reads, and for small writes outside the economy. */
  readonly db: Kysely<Database>
  /**
   * Waits until no other process is the writer, then answers the connection that holds the lease. `onLost` is
   * called once when the connection, and the lease with it, is gone.
   */
  acquireWriter(onLost: (error: Error) => void): Promise<WriterConnection>
  close(): Promise<void>
}

/** "clutch" in ASCII: the advisory lock that makes a process the writer. */
const WRITER_LOCK = 0x63_6c_75_74_63_68
const READ_CONNECTIONS_MAX = 8

export interface StoreOptions {
  readonly databaseUrl: string | undefined
  /** Where PGlite's database is, without a `databaseUrl`. */
  readonly dataDir: string
  /** Told what happens to the database by itself. */
  readonly log?: Logger
}

/** @throws when the database cannot be reached, opened or brought up to date. */
export async function openStore({ databaseUrl, dataDir, log }: StoreOptions): Promise<Store> {
  const store = databaseUrl === undefined ? await openPglite(dataDir, log) : openPostgres(databaseUrl)
  try {
    await migrate(store.db)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

function openPostgres(databaseUrl: string): Store {
  const pool = survivesBrokenConnections(
    new pg.Pool({ connectionString: databaseUrl, max: READ_CONNECTIONS_MAX, types: columnTypes }),
  )
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    acquireWriter: (onLost) => acquirePostgresWriter(databaseUrl, onLost),
    close: () => db.destroy(),
  }
}

async function acquirePostgresWriter(databaseUrl: string, onLost: (error: Error) => void): Promise<WriterConnection> {
  const client = new pg.Client({ connectionString: databaseUrl, types: columnTypes, pipeline: true })
  let closing = false
  let lost = false
  const lose = (error: Error): void => {
    if (closing || lost) return
    lost = true
    onLost(error)
  }
  client.on('error', lose)
  client.on('end', () => lose(new Error('The writer connection ended')))
  await client.connect()
  await client.query('select pg_advisory_lock($1)', [WRITER_LOCK])
  return {
    load: (statements) => pipeline(client, statements),
    commit: (statements) => pipelineTransaction(client, statements),
    async close() {
      closing = true
      await client.end()
    },
  }
}
