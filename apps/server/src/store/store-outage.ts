/** SQLSTATE classes in which the database is in trouble and not the statement: connection, resources, operator, system. */
const TROUBLED_STATE = /^(?:08|53|57|58)/
/** What the operating system says of a line that cannot be had or kept. */
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
/** What `pg` and the embedded database say without a code. */
const LOST_CONNECTION =
  /^(?:Connection terminated|Query read timeout|timeout expired|timeout exceeded|Client .* is not queryable|The database is not running)/

/** Whether a failed statement says that the store cannot answer now: the same may be asked again later. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return TROUBLED_STATE.test(code) || BROKEN_LINE.has(code) || (code === '' && LOST_CONNECTION.test(error.message))
}

/** SQLSTATE `disk_full`, and what the system says where the embedded database passes it on. */
const DISK_FULL = '53100'
const NO_SPACE = /no space left|ENOSPC/i

/** Whether a statement failed because nothing more can be written to the disk. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === DISK_FULL) || NO_SPACE.test(error.message)
}

/** SQLSTATE classes that blame the values of a statement: data exceptions, broken constraints, exceeded limits. */
const REFUSED_VALUES = /^(?:22|23|54)/

/** Whether the store refused a statement because of what is in it: the transaction was rolled back, and others succeed. */
export function isRejectedByStore(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REFUSED_VALUES.test(String(error.code))
}
