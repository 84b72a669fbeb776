import type { FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { SCHEMA } from '../store/migrate.ts'
import { VERSION } from '../version.ts'

/** State of the writer. */
export interface WriterHealth {
  /** Whether commands can be executed: this server holds the lease, or knows of another one that does. */
  readonly hasLease: boolean
  /** Whether the last commit succeeded: with a full disk, reads work but writes fail. */
  readonly isCommitting: boolean
  /** Whether the queue makes progress. */
  readonly isMoving: boolean
}

export interface HealthOptions {
  readonly db: Kysely<Database>
  readonly writer: () => WriterHealth
  /** Whether messages reach other servers, or there are none. */
  readonly isBusConnected: () => boolean
  /** Whether the database is a copy of another world's, for which nothing is sent to others. */
  readonly isCopy: () => boolean
  /** Whether the server is about to stop. */
  readonly isStopping: () => boolean
}

/** A database that takes longer than this for `select 1` counts as unavailable. */
const DATABASE_TIMEOUT_MS = 3_000
const UNAVAILABLE = 503

/**
 * `/health/live`: the process runs; restart it when this fails. `/health/ready`: the server can serve players; route no
 * requests to it while this fails (a restart would not help). `/health`: the same for people, with the reasons, and whether
 * the writer on this server makes progress.
 */
export function mountHealth(
  app: FastifyInstance,
  { db, writer, isBusConnected, isCopy, isStopping }: HealthOptions,
): void {
  app.get('/health/live', { schema: { hide: true } }, () => ({ status: 'ok' }))
  app.get('/health/ready', { schema: { hide: true } }, async (_request, reply) => {
    const isReady = !isStopping() && isBusConnected() && writer().hasLease && (await answers(db))
    return reply.code(isReady ? 200 : UNAVAILABLE).send({ status: isReady ? 'ok' : 'unavailable' })
  })
  app.get('/health', { schema: { hide: true } }, async (_request, reply) => {
    const { hasLease, isCommitting, isMoving } = writer()
    const database = await answers(db)
    const bus = isBusConnected()
    const isHealthy = database && bus && hasLease && isCommitting && isMoving
    return reply.code(isHealthy ? 200 : UNAVAILABLE).send({
      status: isHealthy ? 'ok' : 'unavailable',
      database,
      bus,
      lease: hasLease,
      commits: isCommitting,
      queue: isMoving,
      copy: isCopy(),
      version: VERSION,
      schema: SCHEMA,
    })
  })
}

async function answers(db: Kysely<Database>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timeout = setTimeout(() => resolve(false), DATABASE_TIMEOUT_MS)
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  const isUp = await Promise.race([asked, late])
  clearTimeout(timeout)
  return isUp
}
