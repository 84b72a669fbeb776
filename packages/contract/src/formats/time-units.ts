/** Durations by unit. Times are seconds in the API and milliseconds in the browser. */
export const SECOND_MS = 1_000
export const MINUTE_SEC = 60
export const HOUR_SEC = 60 * MINUTE_SEC
export const DAY_SEC = 24 * HOUR_SEC
export const HOUR_MS = HOUR_SEC * SECOND_MS
export const DAY_MS = DAY_SEC * SECOND_MS

/** Unix seconds of a past event, rounded down. */
export const toSeconds = (atMs: number): number => Math.floor(atMs / SECOND_MS)

/**
 * Unix seconds of a start, end or expiry, rounded up, so that it has passed when the shown second is reached. Use the
 * same rounding for one kind of time everywhere, or it would be shown as two different seconds.
 */
export const toSecondsBy = (atMs: number): number => Math.ceil(atMs / SECOND_MS)
