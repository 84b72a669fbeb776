/** Craft and factory jobs started while energised take three quarters of their time (rules §8). */
export const ENERGISED_TIME_FACTOR = 3 / 4

/** How long a job of whole seconds takes, in whole milliseconds. */
export function energisedTimeMs(timeMs: number, isEnergised: boolean): number {
  return isEnergised ? timeMs * ENERGISED_TIME_FACTOR : timeMs
}
