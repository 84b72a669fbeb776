import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { lockFolder } from './folder-lock.ts'
import { migrate } from './migrate.ts'
import { PgliteStream, startPglite } from './pglite-stream.ts'
import type { Database } from './database.ts'
import { acquirePostgresWriter } from './postgres-writer.ts'
import { pipeline, pipelineTransaction, type WriterConnection } from './writer-connection.ts'

/** Where everything is kept: a PostgreSQL server, or PostgreSQL inside this process. */
export interface Store {
  /** For reads, and for small writes outside the economy. */
  readonly db: Kysely<Database>
  /**
   * Waits until no other process is the writer, then answers the connection that holds the lease. `onLost` is
   * called once when the connection, and the lease with it, is gone.
   */
  acquireWriter(onLost: (error: Error) => void, signal?: AbortSignal): Promise<WriterConnection>
  close(): Promise<void>
}

const READ_CONNECTIONS_MAX = 8

/** @throws when the database cannot be reached, opened or brought up to date. */
export async function openStore(options: { databaseUrl: string | undefined; dataDir: string }): Promise<Store> {
  const store =
    options.databaseUrl === undefined ? await openPglite(options.dataDir) : openPostgres(options.databaseUrl)
  await migrate(store.db)
  return store
}

/** Every bigint column is bounded by 2^53 − 1 (rules §0), so numbers are exact. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

function openPostgres(databaseUrl: string): Store {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: READ_CONNECTIONS_MAX, types })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    acquireWriter: (onLost, signal) => acquirePostgresWriter(databaseUrl, types, onLost, signal),
    close: () => db.destroy(),
  }
}

async function openPglite(dataDir: string): Promise<Store> {
  const unlock = lockFolder(dataDir)
  const thread = await startPglite(join(dataDir, 'db')).catch((error: unknown) => {
    unlock()
    throw error
  })
  const pool = new pg.Pool({
    max: 1,
    user: 'postgres',
    database: 'postgres',
    types,
    pipeline: true,
    idleTimeoutMillis: 0,
    stream: () => new PgliteStream(thread.worker),
  })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const withClient = async <Value>(use: (client: pg.PoolClient) => Promise<Value>): Promise<Value> => {
    const client = await pool.connect()
    try {
      return await use(client)
    } finally {
      client.release()
    }
  }
  return {
    db,
    acquireWriter: () =>
      Promise.resolve({
        load: (statements) => withClient((client) => pipeline(client, statements)),
        lookUp: (statements) => withClient((client) => pipeline(client, statements)),
        commit: (statements) => withClient((client) => pipelineTransaction(client, statements)),
        close: () => Promise.resolve(),
      }),
    async close() {
      await db.destroy()
      await thread.stop()
      unlock()
    },
  }
}
