/**
 * How many seconds one still has to wait in a channel. A clock of this device that is behind the server's makes nobody wait
 * longer than the channel asks for, nor at all where it asks for nothing.
 */
export function waitSecOf(slowModeSec: number, lastSentSec: number, nowSec: number): number {
  return Math.min(slowModeSec, Math.max(0, lastSentSec + slowModeSec - nowSec))
}
