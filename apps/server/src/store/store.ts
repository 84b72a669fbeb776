import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { columnTypes, HURRIED_CONNECTION, WATCHED_LINE } from './connections.ts'
import type { Database } from './database.ts'
import { isOutdated, migrate, refuseOtherVersions } from './migrate.ts'
import { openPglite } from './pglite-store.ts'
import { acquirePostgresWriter } from './postgres-writer.ts'
import { Primary } from './primary.ts'
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
   * @throws also when a newer version has migrated the database
   */
  acquireWriter(onLost: (error: Error) => void, signal?: AbortSignal): Promise<WriterConnection>
  /** The embedded database, which can be copied while it runs; undefined for a PostgreSQL server. */
  readonly embedded?: {
    /** Copies the database into a new folder. @returns the number of bytes copied */
    backUp(target: string): Promise<number>
  }
  close(): Promise<void>
}

const READ_MIGRATIONS = { name: 'read-migrations', text: 'select name from kysely_migration', values: [] }
const READ_CONNECTIONS_MAX = 8
const SLOW_CONNECTIONS_MAX = 2
/** Longer than the database takes to end the session of a writer that was killed. */
const REFUSE_AFTER_MS = 6_000

export interface StoreOptions {
  /** Can name several servers of a cluster: the one that accepts writes is used. */
  readonly databaseUrl: string | undefined
  /** Folder of the embedded database, used without a `databaseUrl`. */
  readonly dataDir: string
  /** Called with errors of the database itself. */
  readonly log?: Logger
  /** Whether to wait for another server that is the writer before migrating, instead of throwing; true by default. */
  readonly waitsToMigrate?: boolean
  /** Called before an existing database is migrated. */
  readonly beforeMigration?: (store: Store) => Promise<void>
}

/**
 * Opens a database and migrates it. A server of an older version may be using it, so the migration waits until no other
 * server is the writer.
 * @throws when the database cannot be reached, opened or migrated, or another server is the writer and this one is not to
 *   wait
 */
export async function openStore({ beforeMigration, waitsToMigrate = true, ...options }: StoreOptions): Promise<Store> {
  const store = await openUnmigrated(options)
  try {
    if (await isOutdated(store.slowDb)) {
      await beforeMigration?.(store)
      await migrateAsWriter(store, options.log, waitsToMigrate)
    } else await migrate(store.slowDb)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Opens a database as it is. @throws when it cannot be reached or opened */
export async function openUnmigrated({
  databaseUrl,
  dataDir,
  log,
}: Pick<StoreOptions, 'databaseUrl' | 'dataDir' | 'log'>): Promise<Store> {
  return databaseUrl === undefined ? openPglite(dataDir, log) : openPostgres(databaseUrl)
}

async function migrateAsWriter(store: Store, log: Logger | undefined, doesWait: boolean): Promise<void> {
  log?.warn('migrating the database as soon as no other server is the writer')
  const lease = await acquireToMigrate(store, doesWait)
  try {
    await migrate(store.slowDb)
  } finally {
    await lease.close()
  }
}

async function acquireToMigrate(store: Store, doesWait: boolean): Promise<WriterConnection> {
  if (doesWait) return store.acquireWriter(() => undefined)
  const signal = AbortSignal.timeout(REFUSE_AFTER_MS)
  try {
    return await store.acquireWriter(() => undefined, signal)
  } catch (error) {
    if (!signal.aborted) throw error
    throw new Error(
      'This version has to migrate the database, and another server is the writer. Stop it first, or set PENDING_MIGRATIONS=wait.',
      { cause: error },
    )
  }
}

async function openPostgres(connectionString: string): Promise<Store> {
  const primary = await Primary.find(connectionString)
  const open = (options: pg.PoolConfig): Kysely<Database> =>
    new Kysely({ dialect: new PostgresDialect({ pool: primary.openPool({ types: columnTypes, ...options }) }) })
  const db = open({ max: READ_CONNECTIONS_MAX, ...HURRIED_CONNECTION })
  const slowDb = open({ max: SLOW_CONNECTIONS_MAX, ...WATCHED_LINE })
  return {
    db,
    slowDb,
    async acquireWriter(onLost, signal) {
      const connection = await acquirePostgresWriter(await primary.findAgain(), columnTypes, onLost, signal)
      try {
        const [rows = []] = await connection.load([READ_MIGRATIONS])
        refuseOtherVersions(rows.map(({ name }) => String(name)))
      } catch (error) {
        await connection.close()
        throw error
      }
      return connection
    },
    async close() {
      await Promise.all([db.destroy(), slowDb.destroy()])
    },
  }
}
