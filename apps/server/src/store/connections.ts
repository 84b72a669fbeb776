import pg from 'pg'

/** All bigint columns are bounded by 2^53 − 1 (rules §0), so numbers are exact. */
export const columnTypes = new pg.TypeOverrides()
columnTypes.setTypeParser(pg.types.builtins.INT8, Number)

/** Timeout for connecting. */
export const CONNECT_DEADLINE_MS = 3_000
/** Timeout of a query, after which the connection is closed. The database's own timeout is slightly shorter. */
const ANSWER_DEADLINE_MS = 10_000
const STATEMENT_MAX_MS = 8_000

/** TCP keep-alive, so that the kernels detect a dead connection. */
export const WATCHED_LINE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/**
 * Pool for short statements. A connection whose response is overdue is closed, because a dead connection would not
 * respond to later statements either; `pg` does this only in pipeline mode.
 */
export const HURRIED_CONNECTION = {
  ...WATCHED_LINE,
  pipeline: true,
  connectionTimeoutMillis: CONNECT_DEADLINE_MS,
  query_timeout: ANSWER_DEADLINE_MS,
  options: `-c statement_timeout=${STATEMENT_MAX_MS}`,
} as const

/**
 * A broken connection fails its statements and is replaced by the pool. It also emits an error event, which would end the
 * process without a listener.
 */
export function survivesBrokenConnections(pool: pg.Pool): pg.Pool {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
