import { randomUUID } from 'node:crypto'
import { rngFromText, type Rng } from '@clutch/economy'

const PARTS = 1_000_000

let rng: Rng | undefined

/** A random integer from 0 to below the limit, reproducible with `CRASH_SEED`, which is printed. */
export function below(limit: number): number {
  if (rng === undefined) {
    const seed = process.env['CRASH_SEED'] ?? randomUUID()
    console.log(`chance of this test: CRASH_SEED=${seed}`)
    rng = rngFromText(seed)
  }
  return rng.below(limit)
}

/** A random number from 0 to below 1. */
export function share(): number {
  return below(PARTS) / PARTS
}
