import type { Rng } from '../core/chance/rng.ts'
import { COINS } from '../core/ledger/accounts.ts'
import type { Rejection } from '../core/rejection.ts'
import { fail, succeed, type Result } from '../core/result.ts'
import { exactly, VALUE, type Bounds, type BoundsByAsset, type Prices } from './bounds.ts'
import {
  chanceOf,
  histogramOf,
  quantilesOf,
  type DrawnChance,
  type HistogramBin,
  type Quantile,
} from './distribution.ts'
import { exactChanges } from './exact-changes.ts'
import { TrialWorld, type TrialCatalogue } from './trial-world.ts'
import type { StartedWork } from './started-work.ts'

/** Runs between two checks of the deadline. */
const RUNS_PER_LOOK = 64

/** Net change of one asset; asset 0 is coins. */
export interface SimulatedAmount extends Bounds {
  readonly quantiles: readonly Quantile[]
}

export interface Simulation {
  /** Runs made: the requested number, or as many as there was time for. */
  readonly runs: number
  /** Random numbers drawn. */
  readonly draws: number
  readonly items: readonly (SimulatedAmount & { readonly itemId: number })[]
  /** The total value. */
  readonly value: SimulatedAmount
  readonly loss: DrawnChance
  readonly histogram: readonly HistogramBin[]
  /** Items without a price, which count as 0. */
  readonly unpriced: readonly number[]
}

export interface SimulationLimits {
  readonly runs: number
  /** Whether the deadline has passed. */
  readonly isOver: () => boolean
}

/**
 * Simulates starting this work many times: averages and bounds are exact, the rest is drawn by the real rules (rules
 * §10). Has no effect on any world.
 */
export function simulate(
  catalogue: TrialCatalogue,
  work: StartedWork,
  prices: Prices,
  rng: Rng,
  limits: SimulationLimits,
): Result<Simulation, Rejection> {
  const drawn = drawChanges(catalogue, work, prices, rng, limits)
  if (!drawn.ok) return drawn
  const { runs, draws, changes } = drawn.value
  const exact: BoundsByAsset = exactChanges(catalogue, work, prices) ?? new Map()
  const assets = new Set([...exact.keys(), ...changes.keys()].filter((asset) => asset !== VALUE))
  const sortedOf = (asset: number): Float64Array =>
    changes.get(asset)?.subarray(0, runs).toSorted() ?? new Float64Array(runs)
  const amountOf = (asset: number, sorted: Float64Array): SimulatedAmount => ({
    ...(exact.get(asset) ?? exactly(0)),
    quantiles: quantilesOf(sorted),
  })
  const values = sortedOf(VALUE)
  const value = amountOf(VALUE, values)
  const losses = values.findIndex((worth) => worth >= 0)
  return succeed({
    runs,
    draws,
    items: [...assets].toSorted((a, b) => a - b).map((itemId) => ({ itemId, ...amountOf(itemId, sortedOf(itemId)) })),
    value,
    loss: lossOf(value, losses === -1 ? runs : losses, runs),
    histogram: histogramOf(values),
    unpriced: [...assets].filter((asset) => asset !== COINS && !prices.has(asset)).toSorted((a, b) => a - b),
  })
}

/** Exact where the bounds already decide it. */
function lossOf({ min, max }: Bounds, losses: number, runs: number): DrawnChance {
  if (min >= 0) return { chance: 0, error: 0 }
  if (max < 0) return { chance: 1, error: 0 }
  return chanceOf(losses, runs)
}

interface DrawnChanges {
  readonly runs: number
  readonly draws: number
  /** Changes per run, by asset and for the total value. */
  readonly changes: ReadonlyMap<number, Float64Array>
}

/** Runs the work repeatedly, at least once, so that work that cannot start is rejected. */
export function drawChanges(
  catalogue: TrialCatalogue,
  work: StartedWork,
  prices: Prices,
  rng: Rng,
  { runs, isOver }: SimulationLimits,
): Result<DrawnChanges, Rejection> {
  const trialWorld = new TrialWorld(catalogue, rng)
  const changes = new Map<number, Float64Array>([[VALUE, new Float64Array(runs)]])
  for (let run = 0; run < runs; run += 1) {
    if (run > 0 && run % RUNS_PER_LOOK === 0 && isOver())
      return succeed({ runs: run, draws: trialWorld.draws, changes })
    const outcome = trialWorld.run(work)
    if (!outcome.ok) return fail(outcome.error)
    let value = 0
    for (const [asset, change] of outcome.value) {
      let ofAsset = changes.get(asset)
      if (ofAsset === undefined) changes.set(asset, (ofAsset = new Float64Array(runs)))
      ofAsset[run] = change
      value += change * (asset === COINS ? 1 : (prices.get(asset) ?? 0))
    }
    const values = changes.get(VALUE)
    if (values !== undefined) values[run] = value
  }
  return succeed({ runs, draws: trialWorld.draws, changes })
}
