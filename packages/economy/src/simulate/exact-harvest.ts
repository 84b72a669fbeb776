import { planRuns } from '../areas/harvest/plan-runs.ts'
import type { HarvestItem, HarvestRecipe } from '../areas/harvest/recipe.ts'
import { harvestGrants, splitChance } from '../areas/harvest/multipliers.ts'
import { sumItems } from '../core/item-amounts.ts'
import type { ItemId } from '../core/numbers.ts'
import { exactly, sumBounds, type Bounds, type BoundsByAsset, type Part, type UnitBounds } from './bounds.ts'
import type { StartedWork } from './started-work.ts'

/** Runs of the same items. */
interface Runs {
  readonly chosen: readonly HarvestItem[]
  readonly count: number
}

type StartedHarvest = Extract<StartedWork, { kind: 'harvest' }>

/** The parts of all runs that start at once with unlimited stock: results, requirements, and slot items. */
export function harvestParts(recipe: HarvestRecipe, work: StartedHarvest, units: UnitBounds): Part[] {
  const groups = planAll(recipe, work)
  const parts = groups.flatMap(({ chosen, count }): Part[] => {
    const used = sumItems(
      chosen.map(({ requirements }) => requirements),
      count,
    )
    // Grants of broken items are part of the slot items below.
    const unbroken = chosen.map((item) => ({ ...item, onBreakResult: [] }))
    const results = harvestGrants(recipe, unbroken, count)
    return [
      ...used.map(({ itemId, count: amount }): Part => [units.plain(itemId), exactly(-amount)]),
      ...results.map((grant): Part => [units.granted(grant.itemId), grant]),
    ]
  })
  const once = exactly(1)
  return [...parts, ...slotItems(groups).map(([item, runs]): Part => [itemBounds(item, runs, units), once])]
}

/** Plans runs like `decideStartRuns`, with unlimited stock. */
function planAll(recipe: HarvestRecipe, { maxParallel, slots }: StartedHarvest): Runs[] {
  const sorted = slots.map((items) => items.toSorted((a, b) => b.priority - a.priority || a.itemId - b.itemId))
  const settings = { enabled: true, maxParallel, slots: sorted }
  const running = { activeCount: 0, itemsInRuns: new Map<ItemId, number>() }
  const groups: Runs[] = []
  for (;;) {
    const plan = planRuns(recipe, settings, running, () => Number.MAX_SAFE_INTEGER)
    if (plan === undefined || plan.count < 1) return groups
    groups.push(plan)
    running.activeCount += plan.count
    for (const { itemId, count } of plan.chosen) {
      running.itemsInRuns.set(itemId, (running.itemsInRuns.get(itemId) ?? 0) + count * plan.count)
    }
  }
}

/** The slot items with their runs; equal items share experience. */
function slotItems(groups: readonly Runs[]): (readonly [HarvestItem, number])[] {
  const runs = new Map<string, [HarvestItem, number]>()
  for (const { chosen, count } of groups) {
    for (const item of chosen) {
      const key = `${item.itemId}/${item.count}/${item.breakPercent}/${item.expForUp}`
      runs.set(key, [item, (runs.get(key)?.[1] ?? 0) + count])
    }
  }
  return [...runs.values()]
}

/** Bounds of an item over `runs` runs: some break, and every `expForUp`-th return is upgraded. */
function itemBounds(item: HarvestItem, runs: number, units: UnitBounds): BoundsByAsset {
  const { itemId, count, expForUp, resultAfterUp, onBreakResult } = item
  const chance = splitChance(item.breakPercent)
  const breaks = chance.fixed > 0 ? 1 : chance.part / chance.whole
  const broken = sumBounds([
    [units.plain(itemId), exactly(-count)],
    ...onBreakResult.map((granted) => [units.granted(granted), exactly(1)] as const),
  ])
  const goesUp = expForUp > 0 && resultAfterUp !== undefined
  const upgraded: BoundsByAsset = goesUp
    ? sumBounds([
        [units.plain(itemId), exactly(-count)],
        [units.plain(resultAfterUp), exactly(count)],
      ])
    : new Map()
  const every = goesUp ? expForUp : Number.POSITIVE_INFINITY
  const [fewest, most] = [breaks > 0 ? 0 : runs, breaks < 1 ? runs : 0]
  const upgrades = goesUp ? expectedWholes(runs, 1 - breaks, expForUp) : 0
  const assets = new Set([...broken.keys(), ...upgraded.keys()])
  return new Map(
    Array.from(assets, (asset): [number, Bounds] => {
      const [ofBroken, ofUpgraded] = [broken.get(asset) ?? exactly(0), upgraded.get(asset) ?? exactly(0)]
      let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
      for (let returns = fewest; returns <= most; returns += 1) {
        const ups = Math.floor(returns / every) * ofUpgraded.min
        min = Math.min(min, (runs - returns) * ofBroken.min + ups)
        max = Math.max(max, (runs - returns) * ofBroken.max + ups)
      }
      return [asset, { min, expected: runs * breaks * ofBroken.expected + upgrades * ofUpgraded.expected, max }]
    }),
  )
}

/** Expected value of ⌊successes / every⌋ over `trials` trials: the sum of the chances of reaching each multiple. */
export function expectedWholes(trials: number, chance: number, every: number): number {
  if (chance <= 0) return 0
  if (chance >= 1) return Math.floor(trials / every)
  let expected = 0
  let logTerm = trials * Math.log1p(-chance)
  const logOdds = Math.log(chance) - Math.log1p(-chance)
  for (let successes = 0; successes <= trials; successes += 1) {
    expected += Math.floor(successes / every) * Math.exp(logTerm)
    logTerm += Math.log((trials - successes) / (successes + 1)) + logOdds
  }
  return expected
}
