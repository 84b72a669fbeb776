/**
 * Options of Node for a process that opens a database and ends within a minute, as those of tests do: optimising the
 * code of PGlite would take longer than it saves.
 */
export const SHORT_LIVED = ['--liftoff-only'] as const
