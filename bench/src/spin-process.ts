import { constants, setPriority } from 'node:os'

/** Computes continuously at the lowest priority until stopped. */
const SLICE_MS = 20

setPriority(constants.priority.PRIORITY_LOW)
console.log('{}')
process.once('SIGTERM', () => process.exit(0))
spin()

function spin(): void {
  const untilMs = performance.now() + SLICE_MS
  while (performance.now() < untilMs);
  // Yield, so that a signal is handled.
  setImmediate(spin)
}
