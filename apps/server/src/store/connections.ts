import pg from 'pg'

/** Every bigint column is bounded by 2^53 − 1 (rules §0), so numbers are exact. */
export const columnTypes = new pg.TypeOverrides()
columnTypes.setTypeParser(pg.types.builtins.INT8, Number)

/** What the other side answers a new connection later than this does not come. */
export const CONNECT_DEADLINE_MS = 3_000
/** An answer that takes longer will not come: the connection is dropped. The database gives up a little earlier. */
const ANSWER_DEADLINE_MS = 10_000
const STATEMENT_MAX_MS = 8_000

/** A line that is cut without a word is noticed by the kernels at its ends. */
export const WATCHED_LINE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/**
 * For statements that somebody waits for. A connection whose answer is overdue is dropped, since on a line that has
 * fallen silent nothing that is asked later is answered either; `pg` does that to connections in pipeline mode only.
 */
export const HURRIED_CONNECTION = {
  ...WATCHED_LINE,
  pipeline: true,
  connectionTimeoutMillis: CONNECT_DEADLINE_MS,
  query_timeout: ANSWER_DEADLINE_MS,
  options: `-c statement_timeout=${STATEMENT_MAX_MS}`,
} as const

/**
 * A connection that breaks fails its statements, and the pool replaces it. It also emits an error, in the pool or in use,
 * which would end the process where nobody listens.
 */
export function survivesBrokenConnections(pool: pg.Pool): pg.Pool {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
