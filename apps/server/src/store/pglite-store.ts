import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { columnTypes, survivesBrokenConnections } from './connections.ts'
import type { Database } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { PgliteThread } from './pglite-thread.ts'
import { pipeline, pipelineTransaction, type WriterConnection } from './writer-connection.ts'

/** How long statements under way may take to finish when the store closes. */
const DRAIN_TIMEOUT_MS = 2_000

/**
 * PostgreSQL in a thread of this process, on a folder that no other process may use meanwhile. Its one session is both
 * for reads and the writer's.
 * @throws when the folder is in use, or holds no whole database.
 */
export async function openPglite(dataDir: string, log: Logger | undefined) {
  const unlock = await lockFolder(dataDir)
  const thread = await PgliteThread.start(join(dataDir, 'db'), log).catch(async (error: unknown) => {
    await unlock()
    throw error
  })
  const pool = survivesBrokenConnections(
    new pg.Pool({
      max: 1,
      user: 'postgres',
      database: 'postgres',
      types: columnTypes,
      pipeline: true,
      idleTimeoutMillis: 0,
      stream: () => thread.connect(),
    }),
  )
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
    acquireWriter: (onLost: (error: Error) => void): Promise<WriterConnection> => {
      const unlisten = thread.onEnd(onLost)
      return Promise.resolve({
        load: (statements) => withClient((client) => pipeline(client, statements)),
        lookUp: (statements) => withClient((client) => pipeline(client, statements)),
        commit: (statements) => withClient((client) => pipelineTransaction(client, statements)),
        close: () => {
          unlisten()
          return Promise.resolve()
        },
      })
    },
    async close(): Promise<void> {
      await settledWithin(db.destroy(), DRAIN_TIMEOUT_MS)
      await thread.close()
      await unlock()
    },
  }
}

async function settledWithin(work: Promise<void>, timeoutMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timeout = setTimeout(resolve, timeoutMs)
  await Promise.race([work, promise])
  clearTimeout(timeout)
}
