/**
 * Options of Node for a process that opens a database and ends within a minute, as those of tests do: optimising the
 * code of PGlite would take longer than it saves.
 */
export const SHORT_LIVED = ['--liftoff-only'] as const

/** Environment that lets a process reuse compiled code of earlier starts, if a cache is configured. */
export function compileCache(): Readonly<Record<string, string>> {
  const folder = process.env['NODE_COMPILE_CACHE']
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}
