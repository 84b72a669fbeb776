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
import { Rehearsal, type RehearsedCatalogue } from './rehearsal.ts'
import type { StartedWork } from './started-work.ts'

/** The time is looked at once in so many runs. */
const RUNS_PER_LOOK = 64

/** What happens to one asset; 0 is coins. Changes are net: what is used up counts against what comes back. */
export interface SimulatedAmount extends Bounds {
  readonly quantiles: readonly Quantile[]
}

export interface Simulation {
  /** As many as were asked for, or as there was time for. */
  readonly runs: number
  /** Random numbers that were drawn. */
  readonly draws: number
  readonly items: readonly (SimulatedAmount & { readonly itemId: number })[]
  /** What all of it is worth. */
  readonly value: SimulatedAmount
  readonly loss: DrawnChance
  readonly histogram: readonly HistogramBin[]
  /** Items among them that have no price: worth nothing here. */
  readonly unpriced: readonly number[]
}

export interface SimulationLimits {
  readonly runs: number
  /** True when it has to come to an end. */
  readonly isOver: () => boolean
}

/**
 * What would happen if somebody started this, many times over: averages and bounds are exact, the rest is drawn by the
 * rules themselves (rules §10). Changes nothing anywhere.
 */
export function simulate(
  catalogue: RehearsedCatalogue,
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

/** Where the bounds tell it, nothing has to be drawn. */
function lossOf({ min, max }: Bounds, losses: number, runs: number): DrawnChance {
  if (min >= 0) return { chance: 0, error: 0 }
  if (max < 0) return { chance: 1, error: 0 }
  return chanceOf(losses, runs)
}

interface DrawnChanges {
  readonly runs: number
  readonly draws: number
  /** Of each asset, and of the value, the change of each run. */
  readonly changes: ReadonlyMap<number, Float64Array>
}

/** Runs the work again and again. At least once: what cannot be started is refused as if it had been. */
export function drawChanges(
  catalogue: RehearsedCatalogue,
  work: StartedWork,
  prices: Prices,
  rng: Rng,
  { runs, isOver }: SimulationLimits,
): Result<DrawnChanges, Rejection> {
  const rehearsal = new Rehearsal(catalogue, rng)
  const changes = new Map<number, Float64Array>([[VALUE, new Float64Array(runs)]])
  for (let run = 0; run < runs; run += 1) {
    if (run > 0 && run % RUNS_PER_LOOK === 0 && isOver()) return succeed({ runs: run, draws: rehearsal.draws, changes })
    const outcome = rehearsal.run(work)
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
  return succeed({ runs, draws: rehearsal.draws, changes })
}
