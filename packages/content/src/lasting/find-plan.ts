import { solve, type Constraint } from 'yalps'
import type { Asset, Process } from './processes.ts'

/** Smaller amounts are rounding errors. */
const TOLERANCE = 1e-6
const PIVOTS_MAX = 20_000
const COST = 'cost'
/** Cost of an unmet demand, in runs: more than any real way to make one unit. */
const OPEN_WISH_COST = 1e7

export interface Plan {
  /** Processes of the plan, in the given order. */
  readonly runs: readonly Process[]
  /** Demands that cannot be met. */
  readonly open: readonly Asset[]
}

/**
 * Finds the cheapest combination of process runs that depletes nothing and yields one unit of each demand.
 * @param outside assets with an external source, which may be depleted.
 * @throws when the solver fails.
 */
export function findPlan(
  processes: readonly Process[],
  wishes: readonly Asset[],
  outside: readonly Asset[] = [],
): Plan {
  const wished = new Set(wishes)
  const assets = new Set([...wishes, ...processes.flatMap(({ change }) => [...change.keys()])])
  for (const asset of outside) assets.delete(asset)
  const constraints = Array.from(assets, (asset): [Asset | typeof COST, Constraint] => {
    if (wished.has(asset)) return [asset, { min: 1 }]
    // Every run must fill each slot exactly once.
    return [asset, typeof asset === 'number' ? { min: 0 } : { equal: 0 }]
  })
  const runs = processes.map(({ change }, index): Variable => [index, [...change, [COST, costOfRun(index)]]])
  const openWishes = wishes.map((wish, index): Variable => [
    processes.length + index,
    [
      [wish, 1],
      [COST, OPEN_WISH_COST],
    ],
  ])
  const solution = solve<number, Asset | typeof COST>(
    { direction: 'minimize', objective: COST, constraints, variables: [...runs, ...openWishes] },
    { maxPivots: PIVOTS_MAX },
  )
  if (solution.status !== 'optimal') throw new Error(`The linear program was not solved: ${solution.status}`)
  const used = new Set(solution.variables.filter(([, value]) => value > TOLERANCE).map(([index]) => index))
  return {
    runs: processes.filter((_, index) => used.has(index)),
    open: wishes.filter((_, index) => used.has(processes.length + index)),
  }
}

type Variable = readonly [number, readonly (readonly [Asset | typeof COST, number])[]]

const GOLDEN_RATIO = 0.618_033_988_749_895

/** Distinct costs prevent the solver from cycling among equal solutions. */
function costOfRun(index: number): number {
  return 1 + ((index * GOLDEN_RATIO) % 1)
}
