/** Durations in milliseconds, the economy's only unit of time. */
export const SECOND_MS = 1_000
export const HOUR_MS = 3_600_000

/** Upper bound of the clock difference between servers. */
const CLOCK_SKEW_MS = 1_000

/**
 * Whether less than `lengthMs` has passed since `sinceMs`. A time in the future was recorded before the clock was set
 * back; it counts as past, or it would block the player until the clock catches up (rules §17).
 */
export function isWithin(sinceMs: number, lengthMs: number, nowMs: number): boolean {
  const passedMs = nowMs - sinceMs
  return passedMs >= -CLOCK_SKEW_MS && passedMs < lengthMs
}

/** How much of a wait remains, in milliseconds, never more than its length (rules §17). */
export function remainingMs(sinceMs: number, lengthMs: number, nowMs: number): number {
  return isWithin(sinceMs, lengthMs, nowMs) ? Math.min(lengthMs, sinceMs + lengthMs - nowMs) : 0
}

/** The latest time the API can represent, in Unix milliseconds: its times are ten-digit seconds. */
export const END_MAX_MS = 9_999_999_999_000
