/** Durations in milliseconds: the economy counts time in nothing else. */
export const SECOND_MS = 1_000
export const HOUR_MS = 3_600_000

/** The last moment the API can name, in Unix milliseconds: its times are seconds of ten digits. */
export const END_MAX_MS = 9_999_999_999_000
