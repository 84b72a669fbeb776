import { randomUUID } from 'node:crypto'
import { rngFromText } from '@clutch/economy'

const seed = process.env['CRASH_SEED'] ?? randomUUID()
console.log(`chance of this test: CRASH_SEED=${seed}`)
const rng = rngFromText(seed)
const PARTS = 1_000_000

/** A random integer from 0 to below the limit, reproducible with `CRASH_SEED`. */
export function below(limit: number): number {
  return rng.below(limit)
}

/** A random number from 0 to below 1. */
export function share(): number {
  return below(PARTS) / PARTS
}
