/** Lengths of time, by the unit that they are counted in. Times of the API are seconds, of the browser milliseconds. */
export const SECOND_MS = 1_000
export const MINUTE_SEC = 60
export const HOUR_SEC = 60 * MINUTE_SEC
export const DAY_SEC = 24 * HOUR_SEC
export const HOUR_MS = HOUR_SEC * SECOND_MS
export const DAY_MS = DAY_SEC * SECOND_MS

/** Unix seconds of what has happened: the second it happened in. */
export const toSeconds = (atMs: number): number => Math.floor(atMs / SECOND_MS)

/**
 * Unix seconds of what begins, ends or expires by the clock: rounded up, so that it is over when the second that is shown
 * has come. One kind of moment takes one of the two everywhere, or one moment would be shown as two seconds.
 */
export const toSecondsBy = (atMs: number): number => Math.ceil(atMs / SECOND_MS)
