/** Durations in milliseconds: the economy counts time in nothing else. */
export const SECOND_MS = 1_000
export const HOUR_MS = 3_600_000

/** Clocks of several servers differ by less. */
const CLOCK_SKEW_MS = 1_000

/**
 * Whether less than a length of time has passed since a moment. A moment in the future was recorded before the clock was
 * set back: how long ago it was cannot be known, and it must hold nobody up until the clock is there again (rules §17).
 * All times in milliseconds.
 */
export function isWithin(sinceMs: number, lengthMs: number, nowMs: number): boolean {
  const passedMs = nowMs - sinceMs
  return passedMs >= -CLOCK_SKEW_MS && passedMs < lengthMs
}

/** How long a wait that began at a moment still lasts, in milliseconds: never longer than its length (rules §17). */
export function remainingMs(sinceMs: number, lengthMs: number, nowMs: number): number {
  return isWithin(sinceMs, lengthMs, nowMs) ? Math.min(lengthMs, sinceMs + lengthMs - nowMs) : 0
}

/** The last moment the API can name, in Unix milliseconds: its times are seconds of ten digits. */
export const END_MAX_MS = 9_999_999_999_000
