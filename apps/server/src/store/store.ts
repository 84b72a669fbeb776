import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { columnTypes, HURRIED_CONNECTION, survivesBrokenConnections, WATCHED_LINE } from './connections.ts'
import type { Database } from './database.ts'
import { isOutdated, migrate } from './migrate.ts'
import { openPglite } from './pglite-store.ts'
import { acquirePostgresWriter } from './postgres-writer.ts'
import type { WriterConnection } from './writer-connection.ts'

/** The database: a PostgreSQL server, or PostgreSQL embedded in this process. */
export interface Store {
  /** For reads, and small writes outside the economy. On a PostgreSQL server, slow statements time out after seconds. */
  readonly db: Kysely<Database>
  /** For background statements that can take minutes, such as those of the integrity check. */
  readonly slowDb: Kysely<Database>
  /**
   * Waits until no other process is the writer, then returns the connection that holds the lease. `onLost` is called
   * once when the connection, and with it the lease, is lost.
   */
  acquireWriter(onLost: (error: Error) => void, signal?: AbortSignal): Promise<WriterConnection>
  /** The embedded database, which can be copied while it runs; undefined for a PostgreSQL server. */
  readonly embedded?: {
    /** Copies the database into a new folder. @returns the number of bytes copied */
    backUp(target: string): Promise<number>
  }
  close(): Promise<void>
}

const READ_CONNECTIONS_MAX = 8
const SLOW_CONNECTIONS_MAX = 2

export interface StoreOptions {
  readonly databaseUrl: string | undefined
  /** Folder of the embedded database, used without a `databaseUrl`. */
  readonly dataDir: string
  /** Called with errors of the database itself. */
  readonly log?: Logger
  /** Called before an existing database is migrated. */
  readonly beforeMigration?: (store: Store) => Promise<void>
}

/** @throws when the database cannot be reached, opened or migrated */
export async function openStore({ databaseUrl, dataDir, log, beforeMigration }: StoreOptions): Promise<Store> {
  const store: Store = databaseUrl === undefined ? await openPglite(dataDir, log) : openPostgres(databaseUrl)
  try {
    if (beforeMigration !== undefined && (await isOutdated(store.slowDb))) await beforeMigration(store)
    await migrate(store.slowDb)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

function openPostgres(connectionString: string): Store {
  const open = (options: pg.PoolConfig): Kysely<Database> => {
    const pool = new pg.Pool({ connectionString, types: columnTypes, ...options })
    return new Kysely({ dialect: new PostgresDialect({ pool: survivesBrokenConnections(pool) }) })
  }
  const db = open({ max: READ_CONNECTIONS_MAX, ...HURRIED_CONNECTION })
  const slowDb = open({ max: SLOW_CONNECTIONS_MAX, ...WATCHED_LINE })
  return {
    db,
    slowDb,
    acquireWriter: (onLost, signal) => acquirePostgresWriter(connectionString, columnTypes, onLost, signal),
    async close() {
      await Promise.all([db.destroy(), slowDb.destroy()])
    },
  }
}
