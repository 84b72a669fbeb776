/** Lengths of time, by the unit that they are counted in. Times of the API are seconds, of the browser milliseconds. */
export const SECOND_MS = 1_000
export const MINUTE_SEC = 60
export const HOUR_SEC = 60 * MINUTE_SEC
export const DAY_SEC = 24 * HOUR_SEC
export const HOUR_MS = HOUR_SEC * SECOND_MS
export const DAY_MS = DAY_SEC * SECOND_MS
