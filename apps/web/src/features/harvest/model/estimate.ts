import { HOUR_SEC, SECOND_MS } from '@clutch/contract/formats'
import {
  estimateHarvest,
  type Catalogue,
  type HarvestItem,
  type HarvestEstimate,
  type HarvestRecipe,
} from '@clutch/economy'
import { sellPrice, valueRun, type Pricing, type ItemCount, type Valuation } from '#shared/production/valuation.ts'

const PERCENT = 100

/** One item that a run may bring: at least, on average and at most. */
export interface ResultRange {
  readonly itemId: number
  readonly min: number
  readonly average: number
  readonly max: number
}

/** What runs with the selected items come to. */
export interface Calculation {
  readonly estimate: HarvestEstimate
  readonly averageSec: number
  readonly results: readonly ResultRange[]
  readonly worth: ResultsWorth
  /** With what is used up and what breaks counted against it. */
  readonly valuation: Valuation
}

export interface ResultsWorth {
  /** Coins that one run brings on average, of what has a price. */
  readonly perRun: number
  readonly perHour: number
  /** Results without a price, which count for nothing here. */
  readonly unpricedCount: number
}

/** The items of each slot that a run may take, and of these the ones that it usually takes. */
export interface Selection {
  readonly selected: readonly (readonly HarvestItem[])[]
  readonly usual: readonly (readonly HarvestItem[])[]
}

/** The calculation block (document 2 §2); undefined while a slot has no selected item. */
export function calculate(
  catalogue: Pick<Catalogue, 'items'>,
  rule: HarvestRecipe,
  { selected, usual }: Selection,
  pricing: Pricing,
): Calculation | undefined {
  const estimate = estimateHarvest(catalogue, rule, selected, usual)
  if (estimate === undefined) return undefined
  const results = rangesOf(estimate)
  const averageSec = estimate.durationMs.average / SECOND_MS
  const outputs = results.map(({ itemId, average }) => ({ itemId, count: average }))
  return {
    estimate,
    averageSec,
    results,
    worth: worthOf(results, averageSec, (itemId) => sellPrice(pricing.pricesOf(itemId), pricing.mode)),
    valuation: valueRun(usedPerRun(usual), outputs, averageSec, pricing),
  }
}

/** Every item that may come, in the order of the recipe. */
function rangesOf({ results }: HarvestEstimate): readonly ResultRange[] {
  return Array.from(results.max, ([itemId, max]) => ({
    itemId,
    min: results.min.get(itemId) ?? 0,
    average: results.expected.get(itemId) ?? 0,
    max,
  }))
}

/** What a run uses up on average: requirements, and the items that break. Each choice of a slot counts alike. */
export function usedPerRun(selected: readonly (readonly HarvestItem[])[]): readonly ItemCount[] {
  const sums = new Map<number, number>()
  const add = (itemId: number, count: number) => {
    if (count > 0) sums.set(itemId, (sums.get(itemId) ?? 0) + count)
  }
  for (const items of selected) {
    for (const { itemId, count, requirements, breakPercent } of items) {
      add(itemId, (count * breakPercent) / PERCENT / items.length)
      for (const required of requirements) add(required.itemId, required.count / items.length)
    }
  }
  return Array.from(sums, ([itemId, count]) => ({ itemId, count }))
}

function worthOf(
  results: readonly ResultRange[],
  averageSec: number,
  priceOf: (itemId: number) => number,
): ResultsWorth {
  const perRun = results.reduce((sum, { itemId, average }) => sum + average * priceOf(itemId), 0)
  return {
    perRun,
    perHour: (perRun * HOUR_SEC) / averageSec,
    unpricedCount: results.filter(({ itemId }) => priceOf(itemId) === 0).length,
  }
}
