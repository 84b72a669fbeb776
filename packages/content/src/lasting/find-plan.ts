import { solve, type Constraint } from 'yalps'
import type { Asset, Process } from './processes.ts'

/** Less than this of a unit is an error of rounding. */
const TOLERANCE = 1e-6
const PIVOTS_MAX = 20_000
const COST = 'cost'
/** What a wish that stays open costs, in runs: more than any honest way to make one unit takes. */
const OPEN_WISH_COST = 1e7

export interface Plan {
  /** Processes that are run, in the order given. */
  readonly runs: readonly Process[]
  /** Wishes that no way of running the processes fulfils. */
  readonly open: readonly Asset[]
}

/**
 * Looks for the shortest way to run processes, any of them any number of times, so that nothing dwindles and one unit
 * of each wish is left over.
 * @param outside assets that come from elsewhere, so that they may dwindle.
 * @throws when the solver gives up.
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
    // A slot is filled exactly as often as a run leaves it open.
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

/** Costs that are all different keep the solver from going in circles among ways that cost the same. */
function costOfRun(index: number): number {
  return 1 + ((index * GOLDEN_RATIO) % 1)
}
