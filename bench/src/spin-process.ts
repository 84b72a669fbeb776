import { constants, setPriority } from 'node:os'

/** Computes without a pause and with the lowest priority, until it is ended. */
const TURN_MS = 20

setPriority(constants.priority.PRIORITY_LOW)
console.log('{}')
process.once('SIGTERM', () => process.exit(0))
spin()

function spin(): void {
  const untilMs = performance.now() + TURN_MS
  while (performance.now() < untilMs);
  // Between two turns it hears that it is to end.
  setImmediate(spin)
}
