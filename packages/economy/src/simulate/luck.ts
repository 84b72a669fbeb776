import type { Rng } from '../core/chance/rng.ts'
import { COINS } from '../core/ledger/accounts.ts'
import type { ItemAmount } from '../core/item-amounts.ts'
import type { Rejection } from '../core/rejection.ts'
import { succeed, type Result } from '../core/result.ts'
import { VALUE, type Prices } from './bounds.ts'
import { chanceOf } from './distribution.ts'
import { exactChanges } from './exact-changes.ts'
import type { TrialCatalogue } from './trial-world.ts'
import { drawChanges, type SimulationLimits } from './simulate.ts'
import { termsFor, type StartedWork } from './started-work.ts'

/** An actual result compared with its distribution. */
export interface Luck {
  /** The value of the actual changes, and its exact average. */
  readonly value: number
  readonly expected: number
  /** Share of outcomes worth less, 0 … 1; ties count half. */
  readonly luckierThan: number
  /** Its error with 95 % confidence; 0 if nothing is random. */
  readonly error: number
  readonly runs: number
}

/** Compares actual net changes with those that the rules draw for the same work. */
export function measureLuck(
  terms: TrialCatalogue,
  work: StartedWork,
  changes: readonly ItemAmount[],
  prices: Prices,
  rng: Rng,
  limits: SimulationLimits,
): Result<Luck, Rejection> {
  const catalogue = termsFor(terms, work)
  const priceOf = (asset: number): number => (asset === COINS ? 1 : (prices.get(asset) ?? 0))
  const value = changes.reduce((sum, { itemId, count }) => sum + count * priceOf(itemId), 0)
  const bounds = exactChanges(catalogue, work, prices)?.get(VALUE) ?? { min: 0, expected: 0, max: 0 }
  if (bounds.min === bounds.max) {
    return succeed({ value, expected: bounds.expected, luckierThan: 0.5, error: 0, runs: 0 })
  }
  const drawn = drawChanges(catalogue, work, prices, rng, limits)
  if (!drawn.ok) return drawn
  const { runs, changes: all } = drawn.value
  let [less, same] = [0, 0]
  for (const other of all.get(VALUE)?.subarray(0, runs) ?? []) {
    if (other < value) less += 1
    else if (other === value) same += 1
  }
  const { chance, error } = chanceOf(less + same / 2, runs)
  return succeed({ value, expected: bounds.expected, luckierThan: chance, error, runs })
}
