/** SQLSTATE classes of database failures, as opposed to statement errors: connection, resources, operator, system. */
const TROUBLED_STATE = /^(?:08|53|57|58)/
/** Error codes of failed connections. */
const BROKEN_LINE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Messages of `pg` and the embedded database that have no code. */
const LOST_CONNECTION =
  /^(?:Connection terminated|Query read timeout|timeout expired|timeout exceeded|Client .* is not queryable|The database is not running)/

/** Whether a statement failed because the store is unavailable, so that it can be retried later. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return TROUBLED_STATE.test(code) || BROKEN_LINE.has(code) || (code === '' && LOST_CONNECTION.test(error.message))
}

/** SQLSTATE `disk_full`, and the system's message passed on by the embedded database. */
const DISK_FULL = '53100'
const NO_SPACE = /no space left|ENOSPC/i

/** Whether a statement failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === DISK_FULL) || NO_SPACE.test(error.message)
}

/** SQLSTATE classes caused by the values of a statement: data exceptions, violated constraints, exceeded limits. */
const REJECTED_VALUES = /^(?:22|23|54)/

/** Whether the store rejected a statement because of its values: its transaction was rolled back, and others can succeed. */
export function isRejectedByStore(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REJECTED_VALUES.test(String(error.code))
}
