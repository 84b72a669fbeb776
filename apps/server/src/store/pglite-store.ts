import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import type { Logger } from 'pino'
import { RepeatedWork } from '../repeated-work.ts'
import { columnTypes } from './connections.ts'
import type { Database } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { backUpPglite } from './pglite-backup.ts'
import { PgliteThread } from './pglite-thread.ts'
import { keepUp } from './pglite-upkeep.ts'
import { SharedSession } from './shared-session.ts'
import { pipeline, pipelineTransaction, type WriterConnection } from './writer-connection.ts'

/** Interval of vacuum and checkpoint checks. */
const UPKEEP_EVERY_MS = 5_000
/** Time for running statements to finish when the store closes. */
const DRAIN_TIMEOUT_MS = 2_000

/**
 * PostgreSQL in a thread of this process, on a locked folder. Reads and the writer share its single session.
 * @throws when the folder is in use, or the database in it is incomplete
 */
export async function openPglite(dataDir: string, log: Logger | undefined) {
  const unlock = await lockFolder(dataDir)
  const folder = join(dataDir, 'db')
  const thread = await PgliteThread.start(folder, log).catch(async (error: unknown) => {
    await unlock()
    throw error
  })
  const session = new SharedSession({
    user: 'postgres',
    database: 'postgres',
    types: columnTypes,
    stream: () => thread.connect(),
  })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: session }) })
  const backups = new Set<Promise<unknown>>()
  const upkeep = new RepeatedWork({
    everyMs: UPKEEP_EVERY_MS,
    // A checkpoint would delete log segments that the backup needs.
    run: () => (backups.size > 0 ? Promise.resolve() : keepUp(db)),
    onFailure: (error) => log?.warn({ err: error }, 'the embedded database could not be kept up'),
  })
  upkeep.start()
  return {
    db,
    slowDb: db,
    acquireWriter: (onLost: (error: Error) => void): Promise<WriterConnection> => {
      const unlisten = thread.onEnd(onLost)
      return Promise.resolve({
        load: (statements) => session.run((client) => pipeline(client, statements)),
        lookUp: (statements) => session.run((client) => pipeline(client, statements)),
        commit: (statements) => session.run((client) => pipelineTransaction(client, statements)),
        close: () => {
          unlisten()
          return Promise.resolve()
        },
      })
    },
    embedded: {
      backUp(target: string): Promise<number> {
        if (backups.size > 0) return Promise.reject(new Error('Another backup is in progress'))
        const backup = backUpPglite(db, folder, target)
        backups.add(backup)
        return backup.finally(() => backups.delete(backup))
      },
    },
    async close(): Promise<void> {
      await Promise.allSettled([...backups, upkeep.stop()])
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
