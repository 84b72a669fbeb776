import pg from 'pg'

/** Every bigint column is bounded by 2^53 − 1 (rules §0), so numbers are exact. */
export const columnTypes = new pg.TypeOverrides()
columnTypes.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * A connection that breaks fails its statements, and the pool replaces it. It also emits an error, in the pool or in use,
 * which would end the process where nobody listens.
 */
export function survivesBrokenConnections(pool: pg.Pool): pg.Pool {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
