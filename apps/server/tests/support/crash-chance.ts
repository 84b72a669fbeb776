import { randomUUID } from 'node:crypto'
import { rngFromText } from '@clutch/economy'

const seed = process.env['CRASH_SEED'] ?? randomUUID()
console.log(`chance of this crash test: CRASH_SEED=${seed}`)
const rng = rngFromText(seed)
const PARTS = 1_000_000

/** A whole number from 0 up to, and without, a limit; a run with `CRASH_SEED` draws the same ones. */
export function below(limit: number): number {
  return rng.below(limit)
}

/** From 0 up to, and without, 1. */
export function share(): number {
  return below(PARTS) / PARTS
}
