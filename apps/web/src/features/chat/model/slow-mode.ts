/**
 * Seconds until the player may write again. Capped at the slow mode's length, so that a slow device clock does not
 * extend the wait.
 */
export function waitSecOf(slowModeSec: number, lastSentSec: number, nowSec: number): number {
  return Math.min(slowModeSec, Math.max(0, lastSentSec + slowModeSec - nowSec))
}
