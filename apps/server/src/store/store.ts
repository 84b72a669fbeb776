import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { columnTypes, HURRIED_CONNECTION, survivesBrokenConnections, WATCHED_LINE } from './connections.ts'
import type { Database } from './database.ts'
import { isOutdated, migrate } from './migrate.ts'
import { openPglite } from './pglite-store.ts'
import { acquirePostgresWriter } from './postgres-writer.ts'
import type { WriterConnection } from './writer-connection.ts'

/** Where everything is kept: a PostgreSQL server, or PostgreSQL inside this process. */
export interface Store {
  /** For reads, and for small writes outside the economy: on a server, what takes longer than some seconds fails. */
  readonly db: Kysely<Database>
  /** For statements that nobody waits for and that may take minutes, such as those of an audit. */
  readonly slowDb: Kysely<Database>
  /**
   * Waits until no other process is the writer, then answers the connection that holds the lease. `onLost` is
   * called once when the connection, and the lease with it, is gone.
   */
  acquireWriter(onLost: (error: Error) => void, signal?: AbortSignal): Promise<WriterConnection>
  /** The database in this process, which can be copied while it works; undefined for a server. */
  readonly embedded?: {
    /** Copies the database into a folder that is not there yet. @returns the bytes copied. */
    backUp(target: string): Promise<number>
  }
  close(): Promise<void>
}

const READ_CONNECTIONS_MAX = 8
const SLOW_CONNECTIONS_MAX = 2

export interface StoreOptions {
  readonly databaseUrl: string | undefined
  /** Where PGlite's database is, without a `databaseUrl`. */
  readonly dataDir: string
  /** Told what happens to the database by itself. */
  readonly log?: Logger
  /** Runs before an existing database is brought up to date; not for one that is new or needs nothing. */
  readonly beforeMigration?: (store: Store) => Promise<void>
}

/** @throws when the database cannot be reached, opened or brought up to date. */
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
