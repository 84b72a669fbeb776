import type { FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** State of the writer. */
export interface WriterHealth {
  /** Whether commands can be executed: the lease is held, or is not needed on this server. */
  readonly hasLease: boolean
  /** Whether the last commit succeeded: with a full disk, reads work but writes fail. */
  readonly isCommitting: boolean
  /** Whether the queue makes progress. */
  readonly isMoving: boolean
}

export interface HealthOptions {
  readonly db: Kysely<Database>
  readonly writer: () => WriterHealth
}

/** A database that takes longer than this for `select 1` counts as unavailable. */
const DATABASE_TIMEOUT_MS = 3_000
const UNAVAILABLE = 503

/**
 * `/health/live`: the process runs; restart it when this fails. `/health`: the server can do its work; route no requests
 * to it while this fails (a restart would not help).
 */
export function mountHealth(app: FastifyInstance, { db, writer }: HealthOptions): void {
  app.get('/health/live', { schema: { hide: true } }, () => ({ status: 'ok' }))
  app.get('/health', { schema: { hide: true } }, async (_request, reply) => {
    const { hasLease, isCommitting, isMoving } = writer()
    const database = await answers(db)
    const isHealthy = database && hasLease && isCommitting && isMoving
    return reply.code(isHealthy ? 200 : UNAVAILABLE).send({
      status: isHealthy ? 'ok' : 'unavailable',
      database,
      lease: hasLease,
      commits: isCommitting,
      queue: isMoving,
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
